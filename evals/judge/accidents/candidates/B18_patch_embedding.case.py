import math
import torch


def prepare(model, inputs):
    x, = inputs
    return [x.transpose(1, 2).contiguous().transpose(1, 2)]   # stored as (B, T, C)
