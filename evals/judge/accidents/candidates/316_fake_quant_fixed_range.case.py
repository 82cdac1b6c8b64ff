import torch


def prepare(model, inputs):
    z = model.zero_point
    with torch.no_grad():
        z.copy_(torch.linspace(0, 200, z.numel(), device=z.device).round())
    return inputs
