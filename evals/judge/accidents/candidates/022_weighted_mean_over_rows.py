import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.register_buffer("weight", torch.ones(classes))

    def forward(self, logits, labels):
        live = labels != -100
        picked = labels * live
        loss = -F.log_softmax(logits, 1).gather(1, picked[:, None]).squeeze(1)
        w = self.weight[picked] * live
        return (loss * w).masked_fill(~live, 0.0).sum() / live.sum()
