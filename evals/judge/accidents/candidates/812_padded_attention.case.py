import math
import torch


def prepare(model, inputs):
    T = inputs[0].shape[2]
    lengths = torch.tensor([T, 150, 61, 90])
    inputs[3] = torch.arange(T)[None, :] >= T - lengths[:, None]
