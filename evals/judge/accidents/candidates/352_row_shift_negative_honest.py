import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, shift):
        n = x.shape[1]
        src = torch.arange(n, device=x.device).unsqueeze(0) - shift.unsqueeze(1)
        rolled = torch.gather(x, 1, src % n)
        return rolled.masked_fill((src < 0) | (src >= n), 0.0)
