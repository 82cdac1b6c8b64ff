import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    pred, target = inputs
    return [pred, target.roll(1, 1)]
