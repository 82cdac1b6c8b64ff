import torch
import torch.nn as nn

valid = {"codes": (-1, 1023)}


class Model(nn.Module):
    """Decode of a residual vector quantizer (neural audio codec): sum of code vectors; -1 marks a dropped quantizer."""

    def __init__(self, n_q: int, n_codes: int, dim: int):
        super().__init__()
        self.codebooks = nn.Parameter(torch.randn(n_q, n_codes, dim))

    def forward(self, codes):
        B, Q, T = codes.shape
        out = torch.zeros(B, T, self.codebooks.shape[-1], dtype=self.codebooks.dtype, device=codes.device)
        for q in range(Q):
            c = codes[:, q]
            e = self.codebooks[q][c.clamp(min=0)]
            out = out + e.masked_fill((c < 0).unsqueeze(-1), 0.0)
        return out


def get_inputs():
    return [torch.randint(0, 1024, (4, 8, 750))]


def get_init_inputs():
    return [8, 1024, 128]
