import torch


def prepare(model, inputs):
    q, c = inputs
    return [q + 1000.0, c + 1000.0]
