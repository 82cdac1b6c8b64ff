import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, d_in=256, d_out=256, rank=8, adapters=6):
        super().__init__()
        self.base = nn.Linear(d_in, d_out)
        self.lora_a = nn.Parameter(torch.randn(adapters, rank, d_in) * d_in ** -0.5)
        self.lora_b = nn.Parameter(torch.randn(adapters, d_out, rank) * rank ** -0.5)
        self.register_buffer("scaling", torch.linspace(0.5, 2.0, adapters))

    def forward(self, x, adapter):
        n = self.lora_a.shape[0]
        has = ((adapter >= 0) & (adapter < n)).unsqueeze(1)
        index = adapter.clamp(0, n - 1)
        a = self.lora_a[index]
        b = self.lora_b[index] * self.scaling[index].view(-1, 1, 1)
        h = torch.bmm(a, x.unsqueeze(-1))
        y = self.base(x)
        return torch.where(has, y + torch.bmm(b, h).squeeze(-1), y)
