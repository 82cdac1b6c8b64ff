import torch


def prepare(model, inputs):
    logits, targets = inputs
    logits = logits * 8.0  # a trained model: confident logits well beyond the cap
    logits[torch.arange(logits.shape[0]), targets] = torch.linspace(20.0, 90.0, logits.shape[0])
    return [logits, targets]
