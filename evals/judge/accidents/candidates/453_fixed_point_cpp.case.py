import torch


def prepare(model, inputs):
    # the same audio with the other usual normalization, int16 / 32768
    return [torch.round(inputs[0] * 32767) / 32768]
