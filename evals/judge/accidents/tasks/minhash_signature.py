import torch
import torch.nn as nn

PRIME = (1 << 31) - 1


class Model(nn.Module):
    """MinHash signatures of sets of int64 ids; an empty set gets PRIME in every place."""

    def __init__(self, num_hashes=64):
        super().__init__()
        self.register_buffer("a", torch.randint(1, PRIME, (num_hashes,)))
        self.register_buffer("b", torch.randint(0, PRIME, (num_hashes,)))

    def forward(self, ids, mask):
        x = torch.remainder(ids, PRIME)
        h = torch.remainder(x.unsqueeze(-1) * self.a + self.b, PRIME)
        h = h.masked_fill(~mask.unsqueeze(-1), PRIME)
        return h.amin(dim=1)


def get_inputs():
    b, l = 32, 128
    length = torch.randint(20, l + 1, (b, 1))
    return [torch.randint(0, 1 << 20, (b, l)), torch.arange(l) < length]


def get_init_inputs():
    return []
