import torch
import torch.nn as nn


class Model(nn.Module):
    """Random walks on a directed graph in CSR form (rowptr [N+1], col [E]).
    Step i takes neighbour floor(u[:, i] * degree); a walk stays where it is at a node
    without outgoing edges. Returns the visited nodes [W, L+1]."""

    def __init__(self):
        super().__init__()

    def forward(self, rowptr, col, start, u):
        walks, length = u.shape
        out = torch.empty(walks, length + 1, dtype=torch.int64, device=start.device)
        out[:, 0] = start
        current = start.clone()
        for i in range(length):
            degree = rowptr[current + 1] - rowptr[current]
            moving = degree.nonzero().squeeze(1)
            node, d = current[moving], degree[moving]
            choice = torch.minimum((u[moving, i] * d).long(), d - 1)
            current[moving] = col[rowptr[node] + choice]
            out[:, i + 1] = current
        return out


def get_inputs():
    n = 500
    source = torch.cat([torch.arange(n), torch.randint(0, n, (500 * 11,))])
    rowptr = torch.zeros(n + 1, dtype=torch.int64)
    rowptr[1:] = torch.bincount(source, minlength=n).cumsum(0)
    col = torch.randint(0, n, (500 * 12,))
    start = torch.randint(0, n, (512,))
    return [rowptr, col, start, torch.rand(512, 20)]


def get_init_inputs():
    return []
