import torch


def prepare(model, inputs):
    return [inputs[0].to(torch.bfloat16).float()]
