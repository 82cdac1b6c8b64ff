import torch


def prepare(model, inputs):
    a, b = inputs
    centre = torch.tensor([48.85, 2.35])
    return [centre + (a - a.mean(dim=0)) * 0.002, centre + (b - b.mean(dim=0)) * 0.002]
