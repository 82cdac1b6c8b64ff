import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, a):
        d = torch.diagonal(torch.linalg.cholesky(a), dim1=-2, dim2=-1)
        return 2.0 * torch.log(d.prod(-1))
