import torch


def prepare(model, inputs):
    x, edge_index = inputs
    return [x * 100.0, edge_index]
