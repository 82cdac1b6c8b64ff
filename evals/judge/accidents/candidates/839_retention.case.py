import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.log_decay.copy_(torch.tensor([0.5, 0.7, 0.8, 0.9]).log())
    return inputs
