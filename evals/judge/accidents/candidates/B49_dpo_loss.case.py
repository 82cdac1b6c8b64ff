import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    logits, labels, ref = inputs
    B = logits.shape[0] // 2
    index = labels.clamp(min=0).unsqueeze(-1)
    shift = torch.zeros_like(index, dtype=logits.dtype)
    shift[:B] = -6.0   # the policy finds the chosen answers unlikely
    shift[B:] = 15.0   # and knows the rejected ones by heart
    return [logits.scatter_add(-1, index, shift), labels, ref]
