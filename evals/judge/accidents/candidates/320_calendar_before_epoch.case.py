import torch


def prepare(model, inputs):
    return [inputs[0] - 1_500_000_000]
