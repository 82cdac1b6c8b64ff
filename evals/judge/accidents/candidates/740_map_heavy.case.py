import torch


def prepare(model, inputs):
    # heavy users with more relevant items than k
    scores, relevant, k = inputs
    relevant = torch.rand_like(scores) < 0.25
    return [scores + 1.5 * relevant, relevant, k]
