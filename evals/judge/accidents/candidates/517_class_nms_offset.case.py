import torch


def prepare(model, inputs):
    boxes, scores, labels, thr = inputs
    return [boxes / 6.4 - 101.0, scores, labels, thr]
