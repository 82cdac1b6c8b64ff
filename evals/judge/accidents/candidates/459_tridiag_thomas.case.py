import torch


def prepare(model, inputs):
    # Green's function of a hopping chain at the band centre: E - e_i is zero, hopping is 1
    lower, diag, upper, rhs = inputs
    return [-torch.ones_like(lower), torch.zeros_like(diag), -torch.ones_like(upper), rhs]
