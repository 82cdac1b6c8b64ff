import torch


def prepare(model, inputs):
    with torch.no_grad():
        n = model.running_var.numel()
        model.running_var.copy_(torch.linspace(2e-5, 5e-4, n))
        model.running_mean.copy_(torch.linspace(-0.02, 0.02, n))
        model.conv.weight.mul_(0.02)
    return list(inputs)
