import torch


def prepare(model, inputs):
    ids, logits = inputs
    ids = ids.clone()
    ids[:, -4:-2] = ids[:, -2:]
    return [ids, logits]
