import torch


def prepare(model, inputs):
    with torch.no_grad():
        bn = model.bn
        # a trained stem: scales scatter around zero, some of them are negative
        bn.weight.copy_(torch.randn_like(bn.weight) * 0.3)
        bn.bias.copy_(torch.randn_like(bn.bias) * 0.2)
        bn.running_mean.copy_(torch.randn_like(bn.running_mean) * 0.1)
        bn.running_var.copy_(torch.rand_like(bn.running_var) + 0.5)
    return inputs
