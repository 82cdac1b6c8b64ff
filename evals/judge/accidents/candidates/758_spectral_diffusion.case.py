import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.log_nu.add_(0.6)
    return list(inputs)
