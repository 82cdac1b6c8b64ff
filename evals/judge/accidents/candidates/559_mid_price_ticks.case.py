import torch


def prepare(model, inputs):
    bid, ask, tick = inputs
    bid = torch.round(bid / tick) * tick
    return [bid, bid + tick, tick]
