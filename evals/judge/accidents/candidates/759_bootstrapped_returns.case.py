import torch


def prepare(model, inputs):
    rewards, next_values, terminated, truncated, gamma = inputs
    truncated = truncated.clone()
    # the time limit of some environments is reached
    truncated[50, ::3] = True
    truncated[100, 1::5] = True
    return [rewards, next_values, terminated, truncated, gamma]
