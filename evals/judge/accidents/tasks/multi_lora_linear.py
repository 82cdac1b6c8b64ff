import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear layer with one low-rank adapter per token of a mixed batch (-1: none)."""

    def __init__(self, d_in=256, d_out=256, rank=8, adapters=6):
        super().__init__()
        self.base = nn.Linear(d_in, d_out)
        self.lora_a = nn.Parameter(torch.randn(adapters, rank, d_in) * d_in ** -0.5)
        self.lora_b = nn.Parameter(torch.randn(adapters, d_out, rank) * rank ** -0.5)
        self.register_buffer("scaling", torch.linspace(0.5, 2.0, adapters))

    def forward(self, x, adapter):
        # x [N, d_in], adapter [N]
        y = self.base(x)
        for i in range(self.lora_a.shape[0]):
            delta = (x @ self.lora_a[i].t()) @ self.lora_b[i].t() * self.scaling[i]
            y = torch.where((adapter == i).unsqueeze(1), y + delta, y)
        return y


def get_inputs():
    N = 64
    return [torch.randn(N, 256), torch.randint(0, 6, (N,))]


def get_init_inputs():
    return [256, 256, 8, 6]
