import math
import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(3)
    model.e_score_correction_bias.copy_(-0.9 + 0.5 * torch.rand(model.e_score_correction_bias.shape, generator=g))
