import torch


def prepare(model, inputs):
    # activations of a language model: a few outlier channels hundreds of times larger than the rest
    x = inputs[0].clone()
    x[:, 7] *= 300.0
    x[:, 200] *= 150.0
    x[:, 8:136] *= 0.02
    return [x]
