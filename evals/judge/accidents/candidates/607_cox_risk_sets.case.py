import torch


def prepare(model, inputs):
    risk, time, event = inputs
    return [risk, torch.ceil(time / 12.0), event]
