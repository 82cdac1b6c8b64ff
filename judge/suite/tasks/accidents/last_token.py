import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """State of the last token of each row, by the attention mask."""

    def forward(self, states, mask):
        last = (mask * torch.arange(mask.shape[1], device=mask.device)).argmax(1)
        return states[torch.arange(states.shape[0], device=states.device), last]


def get_inputs():
    mask = torch.arange(40) < torch.randint(5, 41, (64, 1))
    return [torch.randn(64, 40, 256), mask.long()]


def get_init_inputs():
    return []
