import torch
import torch.nn as nn


class Model(nn.Module):
    """Sum of the leaves of full binary trees. At an inner node a row goes left
    if x[feature] <= threshold, otherwise (also for a missing value) right."""

    def __init__(self, trees=64, depth=5, features=32):
        super().__init__()
        inner = 2 ** depth - 1
        self.depth = depth
        self.register_buffer("feature", torch.randint(0, features, (trees, inner)))
        self.register_buffer("threshold", torch.randn(trees, inner))
        self.register_buffer("leaf", torch.randn(trees, inner + 1) * 0.1)

    def forward(self, x):
        trees, inner = self.feature.shape
        tree = torch.arange(trees, device=x.device).expand(x.shape[0], trees)
        node = torch.zeros_like(tree)
        for _ in range(self.depth):
            value = x.gather(1, self.feature[tree, node])
            left = value <= self.threshold[tree, node]
            node = torch.where(left, 2 * node + 1, 2 * node + 2)
        return self.leaf[tree, node - inner].sum(1)


def get_inputs():
    return [torch.randn(512, 32)]


def get_init_inputs():
    return [64, 5, 32]
