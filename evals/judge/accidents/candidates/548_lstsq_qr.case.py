import torch


def prepare(model, inputs):
    A, b = inputs
    A = A.clone()
    A[..., 0] = torch.linspace(0.0, 2.0, A.shape[1])
    return [A, b]
