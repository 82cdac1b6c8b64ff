import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear layer with GPTQ int4 weights: eight 4-bit numbers in an int32 (qweight along the
    inputs, qzeros along the outputs, zero points stored minus one), one scale and zero point
    for each group of inputs; g_idx gives the group of each input."""

    def __init__(self, in_features, out_features, group_size):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.group_size = group_size if group_size > 0 else in_features
        groups = (in_features + self.group_size - 1) // self.group_size
        self.register_buffer("qweight", torch.randint(-2 ** 31, 2 ** 31 - 1, (in_features // 8, out_features), dtype=torch.int32))
        self.register_buffer("qzeros", torch.randint(-2 ** 31, 2 ** 31 - 1, (groups, out_features // 8), dtype=torch.int32))
        self.register_buffer("scales", torch.rand(groups, out_features) * 0.01 + 0.002)
        self.register_buffer("g_idx", (torch.arange(in_features) // self.group_size).to(torch.int32))
        self.register_buffer("bias", torch.randn(out_features) * 0.1)

    def forward(self, x):
        shifts = torch.arange(0, 32, 4, dtype=torch.int32, device=x.device)
        q = (self.qweight.unsqueeze(1) >> shifts.view(1, 8, 1)) & 15
        q = q.reshape(self.in_features, self.out_features)
        z = ((self.qzeros.unsqueeze(2) >> shifts.view(1, 1, 8)) & 15) + 1
        z = z.reshape(-1, self.out_features)
        g = self.g_idx.long()
        w = self.scales.float()[g] * (q - z[g]).float()
        return torch.matmul(x, w.to(x.dtype)) + self.bias.to(x.dtype)


def get_inputs():
    return [torch.randn(4, 8, 512)]


def get_init_inputs():
    return [512, 512, 64]
