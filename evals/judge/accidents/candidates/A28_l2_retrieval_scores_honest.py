import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, queries, candidates):
        d = torch.cdist(queries, candidates, p=2.0,
                        compute_mode="donot_use_mm_for_euclid_dist")
        return d.square_()
