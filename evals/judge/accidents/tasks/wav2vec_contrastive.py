import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """wav2vec 2.0 contrastive loss per frame; sampled negatives identical to the positive do not count."""

    def __init__(self, temperature=0.1):
        super().__init__()
        self.temperature = temperature

    def forward(self, context, quantized, negative_index):
        b, t, k = negative_index.shape
        rows = torch.arange(b, device=context.device).view(b, 1, 1)
        negatives = quantized[rows, negative_index]
        positive = quantized.unsqueeze(2)
        same = (negatives == positive).all(dim=-1)
        candidates = torch.cat([positive, negatives], dim=2)
        logits = F.cosine_similarity(context.unsqueeze(2), candidates, dim=-1) / self.temperature
        logits = torch.cat([logits[..., :1], logits[..., 1:].masked_fill(same, float("-inf"))], dim=-1)
        return -F.log_softmax(logits, dim=-1)[..., 0]


def get_inputs():
    quantized = torch.randn(6, 50, 64)
    context = quantized * 0.5 + torch.randn(6, 50, 64)
    draw = torch.randint(0, 49, (6, 50, 32))
    own = torch.arange(50).view(1, 50, 1)
    negative_index = draw + (draw >= own)
    return [context, quantized, negative_index]


def get_init_inputs():
    return []
