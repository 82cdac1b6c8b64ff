import torch


def prepare(model, inputs):
    x, logits, means, log_scales = inputs
    g = torch.Generator().manual_seed(4)
    means = x.unsqueeze(1) + 0.03 * torch.randn(means.shape, generator=g)
    far = torch.rand(x.shape, generator=g) < 0.02
    means = torch.where(far.unsqueeze(1), means * 0.2 - 0.6 * x.sign().unsqueeze(1), means)
    return [x, logits, means, log_scales - 2.5]
