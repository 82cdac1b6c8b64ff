import torch


def prepare(model, inputs):
    # a citation graph: a third of the nodes has no outgoing edge
    rowptr, col, start, u = inputs
    degree = rowptr[1:] - rowptr[:-1]
    sink = torch.arange(1, degree.numel(), 3)
    degree[sink - 1] += degree[sink]
    degree[sink] = 0
    rowptr[1:] = degree.cumsum(0)
    return [rowptr, col, start, u]
