import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS = 16, 128


class Model(nn.Module):
    """Gaps between time stamps, in seconds."""

    def forward(self, stamp):
        return (stamp[:, 1:] - stamp[:, :-1]).float() * 1e-3


def get_inputs():
    return [torch.randint(0, 2000, (ROWS, COLS)).cumsum(1)]


def get_init_inputs():
    return []
