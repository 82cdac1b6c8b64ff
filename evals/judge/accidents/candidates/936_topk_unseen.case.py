import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.bias.copy_(-3.9 + 0.3 * torch.randn_like(model.bias))
    return inputs
