import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, cov):
        return 0.5 * torch.log(torch.linalg.det(cov).abs())
