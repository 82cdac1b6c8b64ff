import torch


def prepare(model, inputs):
    history = inputs[0]
    return [history.flip(1).contiguous()]
