import torch


def prepare(model, inputs):
    # after training: wide functions at large distances, narrow ones at small
    with torch.no_grad():
        model.widths.mul_(torch.linspace(1.0, 0.4, model.widths.numel()))
    return inputs
