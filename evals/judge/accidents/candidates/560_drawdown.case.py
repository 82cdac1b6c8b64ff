import torch


def prepare(model, inputs):
    pnl = inputs[0] - inputs[0][:, :1]
    return [pnl - 20.0]
