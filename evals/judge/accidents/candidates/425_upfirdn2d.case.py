import torch


def prepare(model, inputs):
    # Daubechies-2 scaling filter instead of the binomial one
    k = torch.tensor([0.48296291, 0.83651630, 0.22414387, -0.12940952])
    k = torch.outer(k, k)
    model.kernel.copy_(k / k.sum())
    return inputs
