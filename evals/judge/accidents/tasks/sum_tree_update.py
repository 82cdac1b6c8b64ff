import torch
import torch.nn as nn


class Model(nn.Module):
    """Prioritized replay: write the new priorities of a batch into a sum tree (in place), return the total."""

    def __init__(self, alpha=0.6, eps=1e-3):
        super().__init__()
        self.alpha = alpha
        self.eps = eps

    @torch.no_grad()
    def forward(self, tree, index, td_error):
        # tree[1] is the root, the children of node k are 2k and 2k + 1, the leaves fill the second half
        capacity = tree.numel() // 2
        node = index + capacity
        tree[node] = (td_error.abs() + self.eps).pow(self.alpha)
        level = capacity
        while level > 1:
            node = node // 2
            tree[node] = tree[2 * node] + tree[2 * node + 1]
            level //= 2
        return tree[1].clone()


def get_inputs():
    capacity = 32768
    tree = torch.zeros(2 * capacity)
    tree[capacity:] = torch.rand(capacity) + 0.05
    level = capacity // 2
    while level >= 1:
        tree[level:2 * level] = tree[2 * level:4 * level].view(-1, 2).sum(-1)
        level //= 2
    index = torch.randperm(capacity)[:512]
    td_error = torch.randn(512)
    return [tree, index, td_error]


def get_init_inputs():
    return []
