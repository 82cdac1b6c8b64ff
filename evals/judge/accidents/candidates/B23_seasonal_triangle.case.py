import math
import torch


def prepare(model, inputs):
    t, origin = inputs
    return [t, t[:, 700].clone()]   # history before the forecast origin
