import torch


def prepare(model, inputs):
    logits, targets = inputs
    # a trained detector: confident nearly everywhere, wrong at mislabelled pixels
    g = torch.Generator().manual_seed(2)
    flip = (torch.rand(logits.shape, generator=g) < 0.01).to(logits.device)
    guess = torch.where(flip, 1 - targets, targets)
    logits = (2 * guess - 1) * 28.0 + logits * 0.5
    return [logits, targets]
