import torch


def prepare(model, inputs):
    logits, target = inputs
    # a scan in which only background, class 1 and class 2 are annotated
    return [logits, target.clamp(max=2)]
