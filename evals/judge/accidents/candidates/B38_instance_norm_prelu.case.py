import torch


def prepare(model, inputs):
    # after training some channels have slopes above one
    with torch.no_grad():
        n = model.alpha.numel()
        model.alpha.copy_(torch.linspace(-0.2, 1.8, n))
    return inputs
