import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.p.fill_(4.6)
    return list(inputs)
