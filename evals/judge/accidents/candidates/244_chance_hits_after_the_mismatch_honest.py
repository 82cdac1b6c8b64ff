import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, draft, target):
        same = draft == target[:, :-1]
        position = torch.arange(draft.shape[1], device=draft.device)
        accepted = torch.where(same, draft.shape[1], position).amin(1)
        return accepted, target.gather(1, accepted[:, None]).squeeze(1)
