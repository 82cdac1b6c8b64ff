import torch


def prepare(model, inputs):
    # flow matching / Karras samplers: continuous times
    t = inputs[0]
    return [t * 0.9985 + 0.4]
