import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(1)
    c = model.running_mean.shape[0]
    with torch.no_grad():
        model.running_mean.copy_(torch.randn(c, generator=g) * 0.7)
        model.running_var.copy_(torch.rand(c, generator=g) + 0.5)
        model.bn_weight.copy_(torch.rand(c, generator=g) + 0.5)
        model.bn_bias.copy_(torch.randn(c, generator=g) * 0.5)
    return inputs
