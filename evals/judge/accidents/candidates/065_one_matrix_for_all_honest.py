import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, w):
        return torch.einsum("bnk,bkm->bnm", x, w)
