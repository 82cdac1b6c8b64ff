import torch


def prepare(model, inputs):
    param, grad, prev_grad, step_size = inputs
    return [param, grad, torch.zeros_like(prev_grad), step_size]
