import torch


def prepare(model, inputs):
    target, behavior, rewards, gamma = inputs
    # about a hundred actions to choose from
    return [target * 0.02, behavior * 0.02, rewards, gamma]
