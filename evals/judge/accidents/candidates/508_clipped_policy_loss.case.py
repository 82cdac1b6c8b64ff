import torch


def prepare(model, inputs):
    logp, old_logp, ref_logp, advantages, mask = inputs
    g = torch.Generator().manual_seed(8)
    old_logp = logp + 0.4 * torch.randn(logp.shape, generator=g)
    return [logp, old_logp, ref_logp, advantages, mask]
