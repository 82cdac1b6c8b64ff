import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, cov):
        lu = torch.linalg.lu_factor_ex(cov).LU
        return 0.5 * torch.diagonal(lu, dim1=-2, dim2=-1).abs().log().sum(-1)
