import torch


def prepare(model, inputs):
    (heat,) = inputs
    # a person cut off by the crop: the joints lie on the left border
    b, j, h, w = heat.shape
    ys = torch.arange(h).view(1, 1, h, 1)
    xs = torch.arange(w).view(1, 1, 1, w)
    cy = (5 + 3 * torch.arange(j)).view(1, j, 1, 1)
    return [torch.exp(-(xs**2 + (ys - cy) ** 2) / 8.0) + 0.1 * heat]
