import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, labels):
        loss = -F.log_softmax(logits, 1).gather(1, labels[:, None])[:, 0]
        keep = labels != 0
        return loss.masked_fill(~keep, 0.0).sum() / keep.sum()
