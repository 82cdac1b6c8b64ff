import torch


def prepare(model, inputs):
    # returns of principal components, scaled to unit variance
    x = inputs[0]
    x = x - x.mean(0, keepdim=True)
    q = torch.linalg.qr(x)[0]
    return [(q * x.shape[0] ** 0.5).contiguous()]
