import torch


def prepare(model, inputs):
    # weights of a convolution in a network that was moved to channels_last
    param, grad, momentum, lr = inputs
    fmt = torch.channels_last
    return [param.contiguous(memory_format=fmt), grad.contiguous(memory_format=fmt),
            momentum.contiguous(memory_format=fmt), lr]
