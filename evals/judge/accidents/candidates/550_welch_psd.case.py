import torch


def prepare(model, inputs):
    x, fs = inputs
    return [x.t().contiguous().t(), fs]
