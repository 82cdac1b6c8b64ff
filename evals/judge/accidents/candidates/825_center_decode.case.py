import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    logits, size, offset = inputs
    coarse = torch.randn(2, 16, 12, 12)
    smooth = F.interpolate(coarse, size=(96, 96), mode="bicubic", align_corners=False)
    return [2.0 * smooth - 3.0, size, offset]
