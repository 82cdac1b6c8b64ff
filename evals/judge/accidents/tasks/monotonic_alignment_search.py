import torch
import torch.nn as nn


class Model(nn.Module):
    """Monotonic alignment search: the best monotonic path of frames over text tokens (0/1 matrix)."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, log_p, text_len, frame_len):
        # log_p (B, Tx, Ty)
        b, tx, ty = log_p.shape
        dev = log_p.device
        ninf = float("-inf")
        rows = torch.arange(tx, device=dev)
        v = torch.zeros(b, tx, device=dev, dtype=log_p.dtype)
        stay = torch.ones(b, tx, ty, dtype=torch.bool, device=dev)
        for j in range(ty):
            move = torch.nn.functional.pad(v[:, :-1], (1, 0), value=ninf)
            keep = v >= move
            stay[:, :, j] = keep
            v = torch.where(keep, v, move) + log_p[:, :, j]
            v = v.masked_fill(rows > j, ninf)
        path = torch.zeros_like(log_p)
        index = text_len - 1
        batch = torch.arange(b, device=dev)
        for j in range(ty - 1, -1, -1):
            live = j < frame_len
            path[batch, index, j] = live.to(log_p.dtype)
            index = torch.where(live & ~stay[batch, index, j], index - 1, index)
        return path


def get_inputs():
    text_len = torch.randint(20, 41, (4,))
    frame_len = torch.randint(80, 121, (4,))
    pos = torch.arange(120).view(1, 1, 120) / frame_len.view(4, 1, 1) * text_len.view(4, 1, 1)
    gap = (pos - torch.arange(40).view(1, 40, 1)).abs().clamp(max=5)
    log_p = -45.0 - 2.0 * gap + torch.randn(4, 40, 120) * 3.0
    return [log_p, text_len, frame_len]


def get_init_inputs():
    return []
