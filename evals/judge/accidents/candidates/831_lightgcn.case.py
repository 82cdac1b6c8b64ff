import torch


def prepare(model, inputs):
    u, i = inputs
    pick = torch.randint(0, 2000, (u.shape[0],))
    return [u[pick], i[pick]]
