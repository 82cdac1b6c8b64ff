import math
import torch


def prepare(model, inputs):
    n = model.xp.numel()
    model.xp.copy_(torch.logspace(-3, 0, n))
    return inputs
