import torch
import torch.nn as nn


class Model(nn.Module):
    """Matrix product with weights of four bits, eight to an int32 word (lowest nibble first)."""

    def __init__(self, group):
        super().__init__()
        self.group = group

    def forward(self, x, qweight, scales):
        shifts = torch.arange(0, 32, 4, device=qweight.device, dtype=torch.int32)
        nib = (qweight.unsqueeze(1) >> shifts.view(1, 8, 1)) & 15
        w = nib.reshape(-1, qweight.shape[1]).float() - 8.0
        w = w * scales.repeat_interleave(self.group, 0)
        return x @ w


def get_inputs():
    k, n, group = 512, 512, 64
    x = torch.randn(64, k)
    qweight = torch.randint(0, 2 ** 31 - 1, (k // 8, n), dtype=torch.int32)
    scales = 0.01 * (0.5 + torch.rand(k // group, n))
    return [x, qweight, scales]


def get_init_inputs():
    return [64]
