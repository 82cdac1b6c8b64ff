import torch


def prepare(model, inputs):
    logits, temperature, min_p = inputs
    temperature = temperature.clone()
    temperature[::2] = 0.7
    temperature[1::2] = 1.5
    return [logits, temperature, min_p]
