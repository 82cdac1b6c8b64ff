import torch


def prepare(model, inputs):
    b = model.bias
    b.copy_(torch.linspace(-0.4, 0.4, b.numel(), device=b.device))
    return inputs
