import math
import torch


def prepare(model, inputs):
    x, = inputs
    # an equity index quoted in points: level 40000, moves of a few points
    return [40000.0 + 3.0 * x]
