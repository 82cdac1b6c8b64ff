import torch


def prepare(model, inputs):
    hidden, labels = inputs
    with torch.no_grad():
        model.weight.mul_(3.0)
    labels = labels.clone()
    labels[:100] = -100
    pred = (hidden @ model.weight.t()).argmax(-1)
    labels[300:] = pred[300:]
    return [hidden, labels]
