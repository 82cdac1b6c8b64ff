import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    q, k, v, g = inputs
    g = g.clone()
    g[:, 0] = F.logsigmoid(2 * torch.randn_like(g[:, 0]) - 9)  # a head that looks at the present only
    return [q, k, v, g]
