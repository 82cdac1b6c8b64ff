import torch
import torch.nn as nn


class Model(nn.Module):
    """Sampling distribution: temperature, then min-p, per request."""

    def forward(self, logits, temperature, min_p):
        scaled = logits / temperature.clamp(min=1e-5).unsqueeze(1)
        probs = torch.softmax(scaled, dim=-1)
        threshold = min_p.unsqueeze(1) * probs.amax(dim=-1, keepdim=True)
        probs = torch.where(probs >= threshold, probs, torch.zeros_like(probs))
        return probs / probs.sum(dim=-1, keepdim=True)


def get_inputs():
    return [2.0 * torch.randn(16, 8000), torch.ones(16), 0.02 + 0.08 * torch.rand(16)]


def get_init_inputs():
    return []
