import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Additive angular margin head (ArcFace): scaled logits for live / spoof embeddings."""

    def __init__(self, dim=128, classes=2, s=30.0, m=0.5):
        super().__init__()
        self.s = s
        self.m = m
        self.weight = nn.Parameter(torch.empty(classes, dim))
        nn.init.xavier_uniform_(self.weight)
        self.cos_m = math.cos(m)
        self.sin_m = math.sin(m)
        self.th = math.cos(math.pi - m)
        self.mm = math.sin(math.pi - m) * m

    def forward(self, emb, labels):
        cosine = F.linear(F.normalize(emb), F.normalize(self.weight)).clamp(-1, 1)
        sine = torch.sqrt((1 - cosine * cosine).clamp(min=1e-7))
        phi = cosine * self.cos_m - sine * self.sin_m
        phi = torch.where(cosine > self.th, phi, cosine - self.mm)
        one_hot = F.one_hot(labels, self.weight.size(0)).bool()
        return self.s * torch.where(one_hot, phi, cosine)


def get_inputs():
    n, dim = 4096, 128
    return [torch.randn(n, dim), torch.randint(0, 2, (n,))]


def get_init_inputs():
    return []
