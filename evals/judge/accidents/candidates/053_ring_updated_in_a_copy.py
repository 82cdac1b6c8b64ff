import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, ring, position):
        p = position % ring.shape[1]
        ring = torch.cat([ring[:, :p], x[:, None], ring[:, p + 1:]], 1)
        return ring.mean(1)
