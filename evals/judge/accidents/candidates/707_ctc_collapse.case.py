import torch


def prepare(model, inputs):
    logits, lengths = inputs
    B, T, V = logits.shape
    logits = torch.randn(B, T, V)
    spelled = [8, 8, 0, 5, 12, 12, 0, 12, 0, 15, 15, 0]
    ids = torch.tensor((spelled * (T // len(spelled) + 1))[:T])
    logits[:, torch.arange(T), ids] += 12.0
    return [logits, lengths]
