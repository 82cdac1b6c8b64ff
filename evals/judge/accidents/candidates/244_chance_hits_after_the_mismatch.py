import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, draft, target):
        same = draft == target[:, :-1]
        accepted = same.sum(1)
        return accepted, target.gather(1, accepted[:, None]).squeeze(1)
