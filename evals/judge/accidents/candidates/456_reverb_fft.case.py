import torch


def prepare(model, inputs):
    # impulse response of a large hall: long decay
    dry, ir = inputs
    k = ir.shape[-1]
    hall = torch.randn(k) * torch.exp(-torch.arange(k) / 600.0) * 0.2
    hall[0] = 1.0
    return [dry, hall]
