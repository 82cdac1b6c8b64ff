import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    with torch.no_grad():
        n = model.correction_bias.numel()
        model.correction_bias.copy_(torch.linspace(-0.3, 0.3, n)[torch.randperm(n)])
    return inputs
