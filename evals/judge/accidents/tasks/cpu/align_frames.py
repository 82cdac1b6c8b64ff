import torch
import torch.nn as nn
import torch.nn.functional as F

FRAMES, FEATURES = 200, 32


class Model(nn.Module):
    """Brings a ring of frames into order by the running count of frames written."""

    def forward(self, frames, written):
        return torch.roll(frames, -int(written), 0)


def get_inputs():
    return [torch.randn(FRAMES, FEATURES), torch.randint(0, FRAMES, ())]


def get_init_inputs():
    return []
