import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(1)
    bias = model.e_score_correction_bias
    with torch.no_grad():
        bias.copy_(-0.6 - 0.4 * torch.rand(bias.shape, generator=g))
    return inputs
