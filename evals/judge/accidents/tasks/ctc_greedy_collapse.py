import torch
import torch.nn as nn


class Model(nn.Module):
    """Greedy CTC decoding: labels packed to the left (padding -1) and their number."""

    def __init__(self, blank=0):
        super().__init__()
        self.blank = blank

    def forward(self, logits, lengths):
        B, T, V = logits.shape
        ids = logits.argmax(-1)
        before = torch.cat([torch.full_like(ids[:, :1], -1), ids[:, :-1]], 1)
        inside = torch.arange(T, device=ids.device) < lengths.unsqueeze(1)
        keep = (ids != before) & (ids != self.blank) & inside
        place = torch.where(keep, keep.cumsum(1) - 1, T)
        out = torch.full((B, T + 1), -1, dtype=ids.dtype, device=ids.device)
        out.scatter_(1, place, torch.where(keep, ids, -1))
        return out[:, :T].contiguous(), keep.sum(1)


def get_inputs():
    B, T, V = 8, 100, 400
    step = torch.randint(1, V - 1, (B, T))
    label = step.cumsum(1) % (V - 1) + 1
    which = (torch.rand(B, T) < 0.5).long().cumsum(1).clamp(max=T - 1)
    ids = label.gather(1, which)
    first = torch.ones(B, T, dtype=torch.bool)
    first[:, 1:] = which[:, 1:] != which[:, :-1]
    blank = (torch.rand(B, T) < 0.5).gather(1, which) & ~first
    ids = torch.where(blank, 0, ids)
    logits = torch.randn(B, T, V)
    logits.scatter_add_(2, ids.unsqueeze(-1), torch.full((B, T, 1), 12.0))
    lengths = torch.randint(60, T + 1, (B,))
    return [logits, lengths]


def get_init_inputs():
    return []
