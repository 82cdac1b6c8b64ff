import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, table, idx, rows):
        out = table.clone()
        out[idx] += rows
        return out
