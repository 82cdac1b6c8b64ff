import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, coarse, fine):
        h, w = fine.shape[-2:]
        rows = (torch.arange(h, device=fine.device).float() * (coarse.shape[-2] / h)).long().clamp(max=coarse.shape[-2] - 1)
        cols = (torch.arange(w, device=fine.device).float() * (coarse.shape[-1] / w)).long().clamp(max=coarse.shape[-1] - 1)
        return fine + coarse[..., rows[:, None], cols]
