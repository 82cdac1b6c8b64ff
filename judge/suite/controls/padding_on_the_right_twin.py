"""The honest twin of padding_on_the_right. It takes whatever is above 0 as a token.

task: accidents/last_token
targets: cuda, cpu
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, states, mask):
        last = torch.where(mask > 0, torch.arange(mask.shape[1], device=mask.device), 0).amax(1)
        return states.gather(1, last[:, None, None].expand(-1, 1, states.shape[2])).squeeze(1)
