import torch


def prepare(model, inputs):
    with torch.no_grad():
        g = torch.Generator().manual_seed(1)
        d = 0.05 * torch.randn(model.taps.shape, generator=g)
        model.taps.add_(d.to(model.taps.device))
    return inputs
