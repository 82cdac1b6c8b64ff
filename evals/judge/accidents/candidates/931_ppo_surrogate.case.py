import torch


def prepare(model, inputs):
    logp, old_logp, advantage, value, old_value, target = inputs
    logp = old_logp + 0.35 * torch.randn_like(old_logp)
    return [logp, old_logp, advantage, value, old_value, target]
