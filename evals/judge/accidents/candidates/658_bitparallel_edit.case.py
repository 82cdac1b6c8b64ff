import torch


def prepare(model, inputs):
    a, a_len, b, b_len = inputs
    return [a, torch.randint(75, 97, a_len.shape), b, torch.randint(75, 97, b_len.shape)]
