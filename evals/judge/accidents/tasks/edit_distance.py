import torch
import torch.nn as nn


class Model(nn.Module):
    """Levenshtein distance of pairs of byte strings, padded to a common width, with lengths."""

    def __init__(self):
        super().__init__()

    def forward(self, a, a_len, b, b_len):
        j = torch.arange(b.shape[1] + 1, device=a.device)
        row = j.expand(a.shape[0], -1)
        out = b_len.clone()
        for i in range(a.shape[1]):
            new = row + 1
            sub = row[:, :-1] + (a[:, i:i + 1] != b).long()
            new[:, 1:] = torch.minimum(new[:, 1:], sub)
            row = (new - j).cummin(dim=1).values + j
            at = row.gather(1, b_len[:, None]).squeeze(1)
            out = torch.where(a_len == i + 1, at, out)
        return out


def get_inputs():
    n, width = 32, 96
    a = torch.randint(97, 123, (n, width), dtype=torch.uint8)
    change = torch.rand(n, width) < 0.3
    b = torch.where(change, torch.randint(97, 123, (n, width), dtype=torch.uint8), a)
    return [a, torch.randint(5, 60, (n,)), b, torch.randint(5, 60, (n,))]


def get_init_inputs():
    return []
