import torch


def prepare(model, inputs):
    logits, scores = inputs
    # first step after the prompt: all beams are copies, only beam 0 counts
    logits = logits[:, :1].repeat(1, logits.shape[1], 1)
    scores = torch.full_like(scores, -1e9)
    scores[:, 0] = 0.0
    return [logits, scores]
