import math
import torch


def prepare(model, inputs):
    x, observed = inputs
    observed = observed.clone()
    observed[:, :20] = False
    return [x, observed]
