import torch


def prepare(model, inputs):
    return [g * 0.002 for g in inputs]
