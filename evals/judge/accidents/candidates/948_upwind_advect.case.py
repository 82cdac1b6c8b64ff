import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.spacing.copy_(torch.tensor([0.1, 0.25]))
    return inputs
