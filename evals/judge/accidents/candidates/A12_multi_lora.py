import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, d_in, d_out, n, r, alpha):
        super().__init__()
        self.scaling = alpha / r
        self.weight = nn.Parameter(torch.randn(d_out, d_in) * d_in ** -0.5)
        self.lora_A = nn.Parameter(torch.randn(n, r, d_in) * d_in ** -0.5)
        self.lora_B = nn.Parameter(torch.zeros(n, d_out, r))

    def forward(self, x, adapter_ids):
        base = F.linear(x, self.weight)
        h = torch.bmm(x, self.lora_A[adapter_ids].transpose(1, 2))
        return torch.baddbmm(base, h, self.lora_B[adapter_ids].transpose(1, 2))
