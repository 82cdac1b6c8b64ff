import torch


def prepare(model, inputs):
    a, b = inputs
    # two surfaces near the end of a registration, in scanner coordinates (mm)
    offset = torch.tensor([120.0, -240.0, 950.0])
    fixed = a * 40.0 + offset
    moving = fixed[:, :b.shape[1]] + torch.randn_like(b) * 0.05
    fixed = fixed[:, torch.arange(a.shape[1]) % b.shape[1]] + torch.randn_like(a) * 0.05
    return [fixed, moving]
