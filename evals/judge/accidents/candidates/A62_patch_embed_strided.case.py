import torch


def prepare(model, inputs):
    return [inputs[0].contiguous(memory_format=torch.channels_last)]
