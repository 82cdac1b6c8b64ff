import math
import torch


def prepare(model, inputs):
    # states of the scale of a freshly initialized embedding; some tokens smaller
    inputs[0] *= 0.004
    inputs[1] *= 0.004
