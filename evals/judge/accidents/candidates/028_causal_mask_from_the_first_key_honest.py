import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, q, k, v):
        scores = torch.matmul(q * q.shape[-1] ** -0.5, k.transpose(-2, -1))
        n, m = scores.shape[-2:]
        row = torch.arange(n, device=q.device) + (m - n)
        seen = torch.arange(m, device=q.device)[None, :] <= row[:, None]
        return scores.masked_fill(~seen, torch.finfo(q.dtype).min).softmax(-1) @ v
