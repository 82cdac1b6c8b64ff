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
        tree[leaf] = (td_error.abs() + self.eps).pow(self.alpha)
        if depth > 0:
            shifts = torch.arange(1, depth + 1, device=leaf.device)
            parents = leaf.unsqueeze(0) >> shifts.unsqueeze(1)
            children = tree.view(-1, 2)
            for node in parents.unbind(0):
                tree[node] = children[node].sum(-1)
        return tree[1].clone()
