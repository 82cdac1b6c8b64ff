import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, COLS, ENTRIES = 100, 150, 600


class Model(nn.Module):
    """Sparse matrix (row starts, columns, values) times a vector."""

    def forward(self, starts, columns, values, x):
        row = torch.repeat_interleave(torch.arange(starts.shape[0] - 1), starts[1:] - starts[:-1])
        out = torch.zeros(starts.shape[0] - 1)
        return out.index_add(0, row, values * x[columns])


def get_inputs():
    starts = torch.cat([torch.zeros(1, dtype=torch.int64), torch.randint(0, ENTRIES, (ROWS - 1,)).sort().values, torch.tensor([ENTRIES])])
    return [starts, torch.randint(0, COLS, (ENTRIES,)), torch.randn(ENTRIES), torch.rand(COLS) + 0.1]


def get_init_inputs():
    return []
