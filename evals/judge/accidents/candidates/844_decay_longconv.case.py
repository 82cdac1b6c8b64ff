import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.decay.copy_(torch.linspace(-5.5, -3.0, model.decay.numel()))
    return inputs
