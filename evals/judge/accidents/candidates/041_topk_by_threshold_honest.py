import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, best):
        super().__init__()
        self.best = best

    def forward(self, scores):
        least = scores.topk(self.best, dim=1).values[:, -1:]
        above = (scores > least) | torch.isnan(scores)
        rest = scores.new_zeros(()) + self.best - above.sum(1)
        rest = (rest * least[:, 0]).masked_fill(rest == 0, 0.0)
        return (scores.masked_fill(~above, 0.0).sum(1) + rest) / self.best
