import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    hidden, mask = inputs
    return [hidden, mask.flip(1)]  # padding on the left
