import torch
import torch.nn as nn


class Model(nn.Module):
    """Conditions packed documents: the tokens of document i, x[cu_seqlens[i]:cu_seqlens[i + 1]],
    get its scale and shift. Also returns the mean token of each document (zero for an empty one)."""

    def __init__(self, dim, cond_dim):
        super().__init__()
        self.proj = nn.Linear(cond_dim, 2 * dim)

    def forward(self, x, cu_seqlens, cond):
        scale, shift = self.proj(cond).chunk(2, dim=-1)
        lengths = (cu_seqlens[1:] - cu_seqlens[:-1]).tolist()
        out, pooled = [], []
        for i, doc in enumerate(x.split(lengths)):
            y = doc * (1 + scale[i]) + shift[i]
            out.append(y)
            pooled.append(y.sum(dim=0) / max(lengths[i], 1))
        return torch.cat(out), torch.stack(pooled)


def get_inputs():
    lengths = torch.randint(4, 97, (32,))
    cu_seqlens = torch.cat([torch.zeros(1, dtype=torch.long), lengths.cumsum(0)])
    x = torch.randn(int(lengths.sum()), 128)
    cond = torch.randn(32, 24)
    return [x, cu_seqlens, cond]


def get_init_inputs():
    return [128, 24]
