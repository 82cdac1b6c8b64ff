import torch


def prepare(model, inputs):
    x, labels = inputs
    labels = torch.randint(0, 2000, labels.shape)
    c = torch.randn(2000, x.shape[1])
    return [x * 0.3 + c[labels], labels]
