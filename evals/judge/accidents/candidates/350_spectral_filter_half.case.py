import torch


def prepare(model, inputs):
    n = model.re.numel()
    model.re[n // 2:] = 0.0
    model.re[:n // 2] *= 2.0
    return inputs
