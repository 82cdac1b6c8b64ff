import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    nhwc = inputs[0].permute(0, 2, 3, 1).contiguous()
    return [nhwc.permute(0, 3, 1, 2)]
