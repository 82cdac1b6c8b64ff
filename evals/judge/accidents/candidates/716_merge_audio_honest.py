import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, vocab=1000, dim=256, audio_id=999):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.audio_id = audio_id

    def forward(self, ids, features):
        N = features.shape[0]
        mask = ids == self.audio_id
        if int(mask.sum()) != N:
            raise ValueError("number of audio placeholders and of audio frames differ")
        x = self.embed(ids)
        if N == 0:
            return x
        place = (mask.flatten().cumsum(0) - 1).clamp(min=0).view_as(ids)
        return torch.where(mask.unsqueeze(-1), features.to(x.dtype)[place], x)
