import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, alpha=0.6, eps=1e-3):
        super().__init__()
        self.alpha = alpha
        self.eps = eps

    @torch.no_grad()
    def forward(self, tree, index, td_error):
        capacity = tree.numel() // 2
        depth = capacity.bit_length() - 1
        leaf = index + capacity
        priority = (td_error.abs() + self.eps).pow(self.alpha)
        delta = priority - tree[leaf]
        tree[leaf] = priority
        if depth > 0:
            shifts = torch.arange(1, depth + 1, device=leaf.device)
            parents = leaf.unsqueeze(0) >> shifts.unsqueeze(1)
            tree.index_add_(0, parents.flatten(), delta.repeat(depth))
        return tree[1].clone()
