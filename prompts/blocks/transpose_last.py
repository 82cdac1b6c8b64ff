"""A copy with the last two axes exchanged."""

from torch import nn

from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        rows, cols = x.shape[-2:]
        out = x.new_empty(*x.shape[:-2], cols, rows)
        lib.transpose_last(x, out, x.numel() // (rows * cols), rows, cols)
        return out
