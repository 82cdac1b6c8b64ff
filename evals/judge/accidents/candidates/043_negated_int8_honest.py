import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, codes):
        return ~torch.sort(~codes, dim=1).values
