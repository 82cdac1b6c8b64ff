import torch


def prepare(model, inputs):
    with torch.no_grad():
        # trained slopes: some channels have learned slopes above one
        model.slope.copy_(torch.rand_like(model.slope) * 1.6)
        model.bias.copy_(torch.randn_like(model.bias) * 0.1)
    return inputs
