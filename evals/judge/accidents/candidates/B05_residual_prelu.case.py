import torch


def prepare(model, inputs):
    # learned slopes are not bounded: some channels end above one
    with torch.no_grad():
        model.act.weight.copy_(torch.linspace(-0.2, 2.0, model.act.weight.numel()))
    return inputs
