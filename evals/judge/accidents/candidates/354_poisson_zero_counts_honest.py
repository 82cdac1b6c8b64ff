import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, log_rate, count):
        loss = torch.exp(log_rate) - count * log_rate
        safe = count.clamp_min(2.0)
        stirling = (safe + 0.5) * torch.log(safe) - safe + 0.9189385332046727
        stirling = stirling * (count > 1)
        return (loss + stirling).mean(1)
