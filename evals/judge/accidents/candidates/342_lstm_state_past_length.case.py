import torch


def prepare(model, inputs):
    n = inputs[1]
    return [inputs[0], (torch.arange(n.numel(), device=n.device) % 32) + 1]
