import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.proj.weight.mul_(3.0)
    x = inputs[0].clone()
    x[..., 7] *= 20.0
    return [x]
