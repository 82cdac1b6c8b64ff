import torch
import torch.nn as nn


class Model(nn.Module):
    """All B-spline basis functions of a knot vector at the points x.

    x [N], knots [M] non-decreasing -> [N, M - degree - 1]. Spans are half open; the end
    of the knot vector belongs to the last span that is not empty.
    """

    def __init__(self, degree):
        super().__init__()
        self.degree = degree

    def forward(self, x, knots):
        x = x[:, None]
        left, right = knots[:-1], knots[1:]
        inside = (x >= left) & (x < right)
        at_end = (x == knots[-1]) & (left < right) & (right == knots[-1])
        basis = (inside | at_end).to(x.dtype)
        for p in range(1, self.degree + 1):
            width = knots[p:] - knots[:-p]
            inv = torch.where(width > 0, 1.0 / width, torch.zeros_like(width))
            rise = (x - knots[:-p - 1]) * inv[:-1]
            fall = (knots[p + 1:] - x) * inv[1:]
            basis = rise * basis[:, :-1] + fall * basis[:, 1:]
        return basis


def get_inputs():
    x = torch.rand(20000)
    inner = (torch.arange(1, 13) + 0.5 * (torch.rand(12) - 0.5)) / 13.0
    knots = torch.cat([torch.zeros(4), inner, torch.ones(4)])
    return [x, knots]


def get_init_inputs():
    return [3]
