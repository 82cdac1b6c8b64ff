import torch


def prepare(model, inputs):
    risk, time, event = inputs
    return [risk, torch.ceil(time / 6.0), event]
