import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    x, lengths = inputs
    lengths = lengths.clone()
    lengths[torch.rand(lengths.shape) < 0.1] = 0
    lengths[5] = 0
    return [x, lengths]
