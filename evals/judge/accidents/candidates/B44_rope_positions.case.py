import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    x, pos = inputs
    B, T = pos.shape
    pad = torch.tensor([0, 17, 40, 90])[:B]  # left padding
    pos = (torch.arange(T)[None] - pad[:, None]).clamp(min=0)
    return [x, pos]
