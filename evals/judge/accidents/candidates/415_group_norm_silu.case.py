import torch


def prepare(model, inputs):
    c = model.norm.num_channels
    with torch.no_grad():
        model.norm.weight.copy_(torch.linspace(0.4, 1.6, c))
        model.norm.bias.copy_(torch.linspace(-0.5, 0.5, c))
    return inputs
