import math
import torch


def prepare(model, inputs):
    ts, v = inputs
    return [ts + 1714521600000, v]   # epoch milliseconds, May 2024
