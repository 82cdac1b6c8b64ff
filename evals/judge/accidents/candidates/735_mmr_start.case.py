import torch


def prepare(model, inputs):
    # signed item vectors from a two-tower model
    scores, items, k, trade_off = inputs
    return [scores, torch.randn_like(items), k, trade_off]
