import torch


def prepare(model, inputs):
    boxes, scores = inputs
    # scores of a confident or quantized detector: many equal values
    return [boxes, (scores * 4.0).round() / 4.0]
