import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, chosen, rejected):
        d = chosen - rejected
        return -torch.sigmoid(d).log()
