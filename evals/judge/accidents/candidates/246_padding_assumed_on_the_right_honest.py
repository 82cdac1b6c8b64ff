import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, states, mask):
        position = torch.arange(mask.shape[1], device=mask.device)
        last = torch.where(mask > 0, position, 0).amax(1)
        return states.gather(1, last[:, None, None].expand(-1, 1, states.shape[2])).squeeze(1)
