import math
import torch


def prepare(model, inputs):
    with torch.no_grad():   # biases as training leaves them
        model.b_ih.copy_(0.3 * torch.randn_like(model.b_ih))
        model.b_hh.copy_(0.5 * torch.randn_like(model.b_hh))
    return inputs
