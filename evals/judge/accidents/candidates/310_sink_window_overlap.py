import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, n_sink, window):
        super().__init__()
        self.n_sink, self.window = n_sink, window

    def forward(self, q, k, v, pos):
        lo = max(pos + 1 - self.window, 0)
        n = min(self.n_sink, pos + 1)
        ks = torch.cat([k[:, :, :n], k[:, :, lo:pos + 1]], 2)
        vs = torch.cat([v[:, :, :n], v[:, :, lo:pos + 1]], 2)
        return F.scaled_dot_product_attention(q, ks, vs)
