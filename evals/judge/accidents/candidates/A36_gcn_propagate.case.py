import torch


def prepare(model, inputs):
    x, src, dst = inputs
    return [x, src, dst % 1300]
