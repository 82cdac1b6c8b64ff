import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(3)
    with torch.no_grad():
        model.b_ih.copy_(0.3 * torch.randn(model.b_ih.shape, generator=g))
        model.b_hh.copy_(0.3 * torch.randn(model.b_hh.shape, generator=g))
    return inputs
