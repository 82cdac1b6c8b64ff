import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Quantizes the vectors of an image with a codebook and updates the codebook in place by moving averages."""

    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps

    def forward(self, z, codebook, cluster_size, embed_sum, decay):
        k = codebook.shape[0]
        index = (z[:, None] - codebook[None]).pow(2).sum(-1).argmin(1)
        quantized = codebook[index]
        hot = F.one_hot(index, k).to(z.dtype)
        cluster_size.mul_(decay).add_(hot.sum(0), alpha=1 - decay)
        embed_sum.mul_(decay).add_(hot.t() @ z, alpha=1 - decay)
        total = cluster_size.sum()
        smooth = (cluster_size + self.eps) / (total + k * self.eps) * total
        codebook.copy_(embed_sum / smooth[:, None])
        return quantized, index


def get_inputs():
    k, d, n = 64, 16, 1024
    codebook = torch.randn(k, d)
    cluster_size = 12 + 8 * torch.rand(k)
    embed_sum = (codebook + 0.02 * torch.randn(k, d)) * cluster_size[:, None]
    label = torch.arange(n)[torch.randperm(n)] % k
    z = codebook[label] + 0.1 * torch.randn(n, d)
    return [z, codebook, cluster_size, embed_sum, 0.9]


def get_init_inputs():
    return []
