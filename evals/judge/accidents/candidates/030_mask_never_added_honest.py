import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, q, k, v, mask):
        b, h, n, d = q.shape
        q, k, v = (t.reshape(b * h, t.shape[2], d) for t in (q, k, v))
        scores = torch.bmm(q, k.transpose(1, 2)).mul_(d ** -0.5).view(b, h, n, -1)
        scores = (scores + mask).view(b * h, n, -1)
        return torch.bmm(scores.softmax(-1), v).view(b, h, n, d)
