import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, mask):
        super().__init__()
        self.mask = mask

    def forward(self, tokens, chosen):
        labels = torch.where(chosen, tokens, -100)
        tokens[chosen] = self.mask
        return tokens, labels
