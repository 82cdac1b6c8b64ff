import torch


def prepare(model, inputs):
    w = model.pos_weight
    with torch.no_grad():
        w.copy_(torch.linspace(2.0, 30.0, w.numel(), device=w.device))
    return inputs
