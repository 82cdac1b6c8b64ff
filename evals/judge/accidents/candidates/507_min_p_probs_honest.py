import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, logits, temperature, min_p):
        temperature = temperature.clamp(min=1e-5).unsqueeze(1)
        scaled = logits / temperature
        probs = torch.softmax(scaled, dim=-1)
        drop = probs < min_p.unsqueeze(1) * probs.amax(dim=-1, keepdim=True)
        return torch.softmax(scaled.masked_fill(drop, float("-inf")), dim=-1)
