import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    with torch.no_grad():
        model.bn.weight[::5] *= -0.4
        model.bn.running_mean.normal_(std=0.3)
        model.bn.running_var.uniform_(0.5, 2.0)
    return inputs
