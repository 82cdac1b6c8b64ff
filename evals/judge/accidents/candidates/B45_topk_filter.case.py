import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    logits, k = inputs
    return [logits.to(torch.bfloat16).to(torch.float32), k]
