import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, log_rate, count):
        loss = torch.exp(log_rate) - count * log_rate
        stirling = (count + 0.5) * torch.log(count) - count + 0.9189385332046727
        return (loss + stirling).mean(1)
