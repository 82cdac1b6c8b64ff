import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, ignore_index):
        super().__init__()
        self.ignore_index = ignore_index

    def forward(self, logits, target):
        return F.cross_entropy(logits, target, ignore_index=self.ignore_index)


def get_inputs():
    return [torch.randn(2048, 2000), torch.randint(0, 2000, (2048,))]


def get_init_inputs():
    return [-100]
