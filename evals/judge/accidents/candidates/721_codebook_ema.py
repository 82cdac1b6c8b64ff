import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps

    def forward(self, z, codebook, cluster_size, embed_sum, decay):
        k = codebook.shape[0]
        index = torch.cat([(part[:, None] - codebook).pow(2).sum(-1).argmin(1) for part in z.split(256)])
        quantized = codebook.index_select(0, index)
        codes, inverse, counts = torch.unique(index, return_inverse=True, return_counts=True)
        sums = z.new_zeros(codes.numel(), z.shape[1]).index_add_(0, inverse, z)
        cluster_size[codes] = cluster_size[codes] * decay + counts * (1 - decay)
        embed_sum[codes] = embed_sum[codes] * decay + sums * (1 - decay)
        total = cluster_size.sum()
        smooth = (cluster_size + self.eps) / (total + k * self.eps) * total
        codebook.copy_(embed_sum / smooth[:, None])
        return quantized, index
