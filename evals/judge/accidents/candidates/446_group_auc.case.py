import torch


def prepare(model, inputs):
    scores, labels = inputs
    return [torch.round(scores), labels]
