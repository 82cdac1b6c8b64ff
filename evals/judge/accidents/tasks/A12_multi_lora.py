import torch
import torch.nn as nn
import torch.nn.functional as F


N_ADAPTERS = 8
valid = {"adapter_ids": (0, N_ADAPTERS - 1)}


class Model(nn.Module):
    def __init__(self, d_in, d_out, n, r, alpha):
        super().__init__()
        self.scaling = alpha / r
        self.weight = nn.Parameter(torch.randn(d_out, d_in) * d_in ** -0.5)
        self.lora_A = nn.Parameter(torch.randn(n, r, d_in) * d_in ** -0.5)
        self.lora_B = nn.Parameter(torch.zeros(n, d_out, r))

    def forward(self, x, adapter_ids):
        outs = []
        for i in range(x.shape[0]):
            a = self.lora_A[adapter_ids[i]]
            b = self.lora_B[adapter_ids[i]]
            outs.append(F.linear(x[i], self.weight) + F.linear(F.linear(x[i], a), b) * self.scaling)
        return torch.stack(outs)


def get_inputs():
    return [torch.randn(16, 32, 512), torch.randint(0, N_ADAPTERS, (16,))]


def get_init_inputs():
    return [512, 512, N_ADAPTERS, 16, 64]
