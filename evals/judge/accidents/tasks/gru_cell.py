import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, FEATURES = 512, 512


class Model(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.cell = nn.GRUCell(features, features)
        nn.init.zeros_(self.cell.bias_ih)
        nn.init.zeros_(self.cell.bias_hh)

    def forward(self, x, h):
        return self.cell(x, h)


def get_inputs():
    return [torch.randn(BATCH, FEATURES), torch.randn(BATCH, FEATURES)]


def get_init_inputs():
    return [FEATURES]
