import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear layer on 4-bit GPTQ weights: eight values per int32, a scale and a zero per group."""

    def __init__(self, in_features, out_features, group_size):
        super().__init__()
        self.in_features, self.out_features, self.group_size = in_features, out_features, group_size
        groups = in_features // group_size
        low, high = -2 ** 31, 2 ** 31 - 1
        self.register_buffer("qweight", torch.randint(low, high, (in_features // 8, out_features)).int())
        self.register_buffer("qzeros", torch.randint(low, high, (groups, out_features // 8)).int())
        self.register_buffer("scales", 0.005 + 0.01 * torch.rand(groups, out_features))
        self.register_buffer("g_idx", (torch.arange(in_features) // group_size).int())
        self.register_buffer("bias", 0.1 * torch.randn(out_features))

    @torch.no_grad()
    def forward(self, x):
        shifts = torch.arange(0, 32, 4, device=x.device)
        w = (self.qweight.long().unsqueeze(1) >> shifts[None, :, None]) & 15
        w = w.reshape(self.in_features, self.out_features)
        z = (self.qzeros.long().unsqueeze(2) >> shifts) & 15
        z = z.reshape(-1, self.out_features)
        g = self.g_idx.long()
        weight = (w - z[g]).to(self.scales.dtype) * self.scales[g]
        return x @ weight.to(x.dtype) + self.bias.to(x.dtype)


def get_inputs():
    return [torch.randn(2, 8, 256)]


def get_init_inputs():
    return [256, 256, 64]
