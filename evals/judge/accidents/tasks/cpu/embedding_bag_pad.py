import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, v, d):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(v, d))

    def forward(self, ids):
        return F.embedding_bag(ids, self.weight, mode="mean", padding_idx=0)


def get_inputs():
    return [torch.randint(1, 20000, (2048, 32))]


def get_init_inputs():
    return [20000, 128]
