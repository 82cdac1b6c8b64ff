import torch


def prepare(model, inputs):
    # calls on stocks and currencies with a yield
    spot, strike, expiry, rate, dividend, vol, is_call = inputs
    dividend = torch.rand_like(dividend) * 0.05 + 0.05
    return [spot, strike, expiry, rate, dividend, vol, is_call]
