import torch


def prepare(model, inputs):
    with torch.no_grad():
        torch.nn.init.normal_(model.table.weight, std=1.0)
    return inputs
