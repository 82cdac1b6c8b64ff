import math
import torch


def prepare(model, inputs):
    return [inputs[0] * 4.0]
