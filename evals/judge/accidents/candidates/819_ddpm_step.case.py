import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    x, eps, noise, t = inputs
    return [x.clamp(-1, 1), eps, noise, torch.zeros_like(t)]
