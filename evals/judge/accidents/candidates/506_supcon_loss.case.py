import torch


def prepare(model, inputs):
    features, labels = inputs
    labels = labels.clone()
    labels[:60] = 1000 + torch.arange(60)
    return [features, labels]
