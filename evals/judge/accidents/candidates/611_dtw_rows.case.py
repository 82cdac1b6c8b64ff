import torch


def prepare(model, inputs):
    x, y, x_len, y_len, radius = inputs
    pause = x[:, 40:48].flip(1)
    x = torch.cat([x[:, :24], pause, x[:, 24:52]], dim=1)
    return [x, y, torch.full_like(x_len, 60), torch.full_like(y_len, 52), radius]
