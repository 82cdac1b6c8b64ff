import torch


def prepare(model, inputs):
    logp, old, adv, mask = inputs
    g = torch.Generator().manual_seed(7)
    # several epochs on the same rollouts: the policy has moved along the advantages
    step = 0.25 * adv + 0.3 * torch.randn(old.shape, generator=g)
    return [(old + step).clamp(max=0.0), old, adv, mask]
