import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS, BEST = 4096, 2048, 8


class Model(nn.Module):
    def __init__(self, best):
        super().__init__()
        self.best = best

    def forward(self, scores):
        return scores.topk(self.best, dim=1).values.mean(1)


def get_inputs():
    return [torch.randn(ROWS, COLS)]


def get_init_inputs():
    return [BEST]
