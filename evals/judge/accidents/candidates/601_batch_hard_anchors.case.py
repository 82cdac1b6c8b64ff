import torch


def prepare(model, inputs):
    emb, labels = inputs
    labels = labels.clone()
    labels[:80] = torch.arange(1000, 1080)
    return [emb, labels]
