import torch


def prepare(model, inputs):
    logits, labels = inputs
    g = torch.Generator().manual_seed(5)
    n, c = logits.shape
    shown = labels.clone()
    wrong = torch.rand(n, generator=g) < 0.12
    shown[wrong] = (labels[wrong] + 1) % c
    logits = 2.0 * torch.randn(n, c, generator=g)
    logits[torch.arange(n), shown] += 25.0
    return [logits, labels]
