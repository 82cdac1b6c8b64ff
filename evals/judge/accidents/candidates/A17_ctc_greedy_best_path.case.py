import torch


def prepare(model, inputs):
    # logits of an int8 acoustic model, dequantized with a step of 0.5
    return [torch.round(inputs[0] * 2.0) / 2.0]
