import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.h0.copy_(0.5 * torch.randn_like(model.h0))
    return inputs
