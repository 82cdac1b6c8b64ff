import torch


def prepare(model, inputs):
    scores, dst = inputs
    scores = scores.clone()
    hub = dst[0]
    scores[dst == hub] += 70.0
    return [scores, dst]
