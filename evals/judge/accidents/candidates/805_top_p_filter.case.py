import math
import torch


def prepare(model, inputs):
    inputs[0] = inputs[0] * 0.3
    inputs[1] = torch.tensor([0.7, 0.9, 1.0, 1.0, 1.1, 1.2, 1.3, 1.5])
