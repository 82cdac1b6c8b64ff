import torch


def prepare(model, inputs):
    with torch.no_grad():
        for b in (model.cell.bias_ih, model.cell.bias_hh):
            b.copy_(torch.linspace(-1.5, 1.5, b.numel(), device=b.device))
    return inputs
