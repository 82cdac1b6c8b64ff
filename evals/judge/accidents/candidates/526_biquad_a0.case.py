import math

import torch


def prepare(model, inputs):
    x, b, a, state = inputs
    w0 = 2 * math.pi * 1000.0 / 48000.0
    alpha = math.sin(w0) / (2 * 0.7071)
    c = math.cos(w0)
    b = torch.tensor([(1 - c) / 2, 1 - c, (1 - c) / 2])
    a = torch.tensor([1 + alpha, -2 * c, 1 - alpha])
    return [x, b, a, state]
