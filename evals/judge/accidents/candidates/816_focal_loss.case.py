import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    logits, targets = inputs
    return [logits, targets * 0.85 + 0.05]
