import torch


def prepare(model, inputs):
    x = inputs[0]
    g = torch.Generator().manual_seed(3)
    # hidden states of a real model share a large common direction, and the router follows it
    common = torch.randn(1, x.shape[1], generator=g)
    return [0.4 * x + 2.0 * common]
