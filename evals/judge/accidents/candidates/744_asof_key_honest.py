import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, left_key, left_time, right_key, right_time, right_value, fill):
        n = right_key.numel()
        key = torch.unique(torch.cat([right_key, left_key]), return_inverse=True)[1]
        times, time = torch.unique(torch.cat([right_time, left_time]), return_inverse=True)
        code = key * times.numel() + time
        sorted_code, order = torch.sort(code[:n], stable=True)
        at = torch.searchsorted(sorted_code, code[n:], right=True) - 1
        row = order[at.clamp(min=0)]
        found = (at >= 0) & (right_key[row] == left_key)
        value = right_value[row]
        return torch.where(found.unsqueeze(1), value, fill), found
