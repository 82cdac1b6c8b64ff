import math
import torch


def prepare(model, inputs):
    # a batch of one domain: all tokens share a direction that two experts like
    w = model.router.weight.data
    inputs[0] = inputs[0] + 2.0 * (w[0] + w[3]) / (w[0] + w[3]).norm() * 1.5
