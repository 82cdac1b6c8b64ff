import torch


def prepare(model, inputs):
    x = inputs[0]
    h = x.shape[2]
    depth = torch.full_like(x, 65535.0)
    depth[:, :, h // 2:] = 300.0 + 500.0 * x[:, :, h // 2:]
    return [depth]
