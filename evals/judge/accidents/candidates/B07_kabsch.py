import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, ridge):
        super().__init__()
        self.ridge = ridge

    def forward(self, fixed, moving, points):
        cf = fixed.mean(1, keepdim=True)
        cm = moving.mean(1, keepdim=True)
        h = (moving - cm).transpose(1, 2) @ (fixed - cf)
        h.diagonal(dim1=1, dim2=2).add_(self.ridge)
        u, s, vh = torch.linalg.svd(h)
        rot_t = u @ vh
        return torch.baddbmm(cf, points - cm, rot_t)
