"""Row sums and column sums in one pass over the matrix."""

from torch import nn

from kernel import lib

BAND, TILE = 64, 1024  # the kernel's: rows of a band, columns of a tile


class ModelNew(nn.Module):
    def forward(self, x):
        m, n = x.shape
        rows, columns = x.new_empty(m), x.new_empty(n)
        parts = x.new_empty(-(-m // BAND) * n + -(-n // TILE) * m)
        lib.row_column_sums(x, rows, columns, parts, m, n)
        return rows, columns
