import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """CTC best path: token per frame, whether it is emitted (not blank, not a repeat), and its probability."""

    def __init__(self, blank=0):
        super().__init__()
        self.blank = blank

    def forward(self, logits):
        _, ids = logits.max(dim=-1)
        conf = torch.softmax(logits, dim=-1).amax(dim=-1)
        prev = torch.cat([torch.full_like(ids[:, :1], -1), ids[:, :-1]], dim=1)
        emit = ((ids != self.blank) & (ids != prev)).long()
        return ids, emit, conf


def get_inputs():
    return [torch.randn(16, 300, 128) * 3.0]


def get_init_inputs():
    return [0]
