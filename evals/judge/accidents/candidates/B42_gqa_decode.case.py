import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    q, k, v, lengths = inputs
    q, k = q.clone(), k.clone()
    # the outlier channel that trained models show in keys, here against the query's sign
    q[..., 5] = 30.0
    k[..., 5] = -30.5 - 0.1 * torch.rand(k.shape[:-1])
    return [q, k, v, lengths]
