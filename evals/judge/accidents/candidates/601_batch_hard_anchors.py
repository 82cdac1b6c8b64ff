import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, margin=0.3):
        super().__init__()
        self.margin = margin

    def forward(self, emb, labels):
        dist = torch.cdist(emb, emb, compute_mode="donot_use_mm_for_euclid_dist")
        same = (labels[:, None] == labels).to(emb.dtype)
        hardest_pos = (dist * same).max(dim=1).values
        hardest_neg = (dist + same * 1e6).min(dim=1).values
        return torch.relu(hardest_pos - hardest_neg + self.margin).mean()
