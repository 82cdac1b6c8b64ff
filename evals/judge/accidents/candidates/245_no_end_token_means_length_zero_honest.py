import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, end):
        super().__init__()
        self.end = end

    def forward(self, tokens):
        is_end = tokens == self.end
        length = is_end.int().argmax(1) + 1
        length = torch.where(is_end.any(1), length, tokens.shape[1])
        position = torch.arange(tokens.shape[1], device=tokens.device)
        return torch.where(position < length[:, None], tokens, 0), length
