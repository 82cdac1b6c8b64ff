import torch


def prepare(model, inputs):
    logits, target = inputs
    return [logits.contiguous(memory_format=torch.channels_last), target]
