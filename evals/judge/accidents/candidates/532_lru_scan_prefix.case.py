import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.lam[:16] = 0.0
    return list(inputs)
