import torch


def prepare(model, inputs):
    a, b, cell = inputs
    skew = torch.tensor([[10.0, 0.0, 0.0], [5.0, 8.660254, 0.0], [5.0, 2.886751, 8.164966]])
    frac = torch.linalg.inv(cell)
    return [a @ frac @ skew, b @ frac @ skew, skew]
