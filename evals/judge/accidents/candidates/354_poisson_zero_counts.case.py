import torch


def prepare(model, inputs):
    return [inputs[0], (inputs[1] - 8).clamp_min(0)]
