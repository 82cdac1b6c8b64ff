import torch
import torch.nn as nn
import torch.nn.functional as F

PAIRS = 4000000


class Model(nn.Module):
    """Preference loss of chosen against rejected."""

    def forward(self, chosen, rejected):
        return -F.logsigmoid(chosen - rejected)


def get_inputs():
    return [torch.randn(PAIRS), torch.randn(PAIRS)]


def get_init_inputs():
    return []
