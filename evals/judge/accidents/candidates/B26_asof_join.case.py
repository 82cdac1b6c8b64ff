import math
import torch


def prepare(model, inputs):
    gap, bid, ask, trade, price = inputs
    h = trade.shape[1] // 2   # venue A's trades, then venue B's over the same hours
    a, b = trade[:, ::2], trade[:, 1::2]
    return [gap, bid, ask, torch.cat([a, b], 1), price]
