import torch


def prepare(model, inputs):
    # raw sensor counts: a bright, nearly even field with noise of two counts
    return [(3000.0 + 2.0 * inputs[0]).round()]
