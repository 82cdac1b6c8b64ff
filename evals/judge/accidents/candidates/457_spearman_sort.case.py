import torch


def prepare(model, inputs):
    # questionnaire answers on a scale of 1 to 5
    return [(v * 1.2 + 3).round().clamp(1, 5) for v in inputs]
