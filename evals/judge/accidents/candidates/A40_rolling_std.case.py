import math
import torch


def prepare(model, inputs):
    x = inputs[0]
    return [4000.0 + torch.cumsum(x * 100.0, dim=-1)]
