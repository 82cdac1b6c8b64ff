import torch


def prepare(model, inputs):
    logits, t = inputs
    v, i = t.topk(8, dim=-1)
    t = torch.zeros_like(t).scatter_(1, i, v / v.sum(-1, keepdim=True))
    return [logits, t]
