import torch
import torch.nn as nn


class Model(nn.Module):
    """Mean of the rows of each segment given by CSR offsets; zero for an empty segment."""

    def __init__(self):
        super().__init__()

    def forward(self, values, indptr):
        bounds = indptr.tolist()
        outs = []
        for start, end in zip(bounds[:-1], bounds[1:]):
            outs.append(values[start:end].sum(dim=0) / max(end - start, 1))
        return torch.stack(outs)


def get_inputs():
    n, e = 200, 4000
    cuts = torch.sort(torch.randint(0, e + 1, (n - 1,))).values
    indptr = torch.cat([torch.tensor([0]), cuts, torch.tensor([e])])
    return [torch.randn(e, 16), indptr]


def get_init_inputs():
    return []
