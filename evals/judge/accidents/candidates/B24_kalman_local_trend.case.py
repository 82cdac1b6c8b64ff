import math
import torch


def prepare(model, inputs):
    with torch.no_grad():   # white-noise acceleration, dt = 1
        model.Q.copy_(2.0 * torch.tensor([[0.25, 0.5], [0.5, 1.0]]))
    return inputs
