import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """GPTQ linear: qweight packs 8 nibbles along the input axis, g_idx gives each input channel's group."""

    def __init__(self, in_features, out_features, group_size):
        super().__init__()
        self.in_features, self.out_features, self.group_size = in_features, out_features, group_size
        G = in_features // group_size
        self.register_buffer("qweight", torch.randint(0, 2 ** 32, (in_features // 8, out_features)))
        self.register_buffer("qzeros", torch.randint(6, 10, (G, out_features)))
        self.register_buffer("scales", 0.005 + 0.01 * torch.rand(G, out_features))
        self.register_buffer("g_idx", torch.arange(in_features) // group_size)
        self.bias = nn.Parameter(torch.zeros(out_features))

    def forward(self, x):
        shifts = torch.arange(0, 32, 4, device=x.device).view(1, 8, 1)
        q = (self.qweight.unsqueeze(1) >> shifts) & 15
        q = q.reshape(self.in_features, self.out_features)
        w = self.scales[self.g_idx] * (q - self.qzeros[self.g_idx]).to(x.dtype)
        return x @ w + self.bias


def get_inputs():
    return [torch.randn(16, 1024)]


def get_init_inputs():
    return [1024, 768, 128]
