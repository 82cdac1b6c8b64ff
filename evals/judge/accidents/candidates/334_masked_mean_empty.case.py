import torch


def prepare(model, inputs):
    m = inputs[1].clone()
    m[3] = False
    m[40] = False
    return [inputs[0], m]
