import math
import torch


def prepare(model, inputs):
    x, y = inputs   # air pressure in pascal at two stations
    return [101325.0 + 800.0 * x, 99500.0 + 800.0 * y]
