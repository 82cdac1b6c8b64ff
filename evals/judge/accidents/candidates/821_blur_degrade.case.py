import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    x, _ = inputs
    grid = torch.arange(15) - 7.0
    yy, xx = torch.meshgrid(grid, grid, indexing="ij")
    kernels = []
    for angle in (0.5, 0.8, 2.0, 2.5):
        a = torch.tensor(angle)
        u = xx * a.cos() + yy * a.sin()
        v = -xx * a.sin() + yy * a.cos()
        k = torch.exp(-0.5 * ((u / 3.0) ** 2 + (v / 0.8) ** 2))
        kernels.append(k / k.sum())
    return [x, torch.stack(kernels)]
