import torch


def prepare(model, inputs):
    primary, secondary = inputs
    return [primary, secondary - 500]
