import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, coarse, fine):
        h, w = fine.shape[-2:]
        rows = torch.arange(h, device=fine.device) // 2
        cols = torch.arange(w, device=fine.device) // 2
        return fine + coarse[..., rows[:, None], cols]
