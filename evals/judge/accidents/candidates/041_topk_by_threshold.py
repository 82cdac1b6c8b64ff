import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, best):
        super().__init__()
        self.best = best

    def forward(self, scores):
        least = scores.topk(self.best, dim=1).values[:, -1:]
        taken = (scores >= least).to(scores.dtype)
        return (scores * taken).sum(1) / taken.sum(1)
