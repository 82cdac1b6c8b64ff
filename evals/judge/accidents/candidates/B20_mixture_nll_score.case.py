import math
import torch


def prepare(model, inputs):
    x, mu, log_sigma, logits = inputs
    x = x.clone()
    x[:, ::37] += 30.0   # spikes
    return [x, mu, log_sigma, logits]
