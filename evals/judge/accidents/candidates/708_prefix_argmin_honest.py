import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, block=16):
        super().__init__()
        self.block = block

    def forward(self, prompts, prompt_len, cached, cached_len):
        differ = prompts.unsqueeze(1) != cached.unsqueeze(0)
        n = differ.to(torch.uint8).argmax(-1)
        n = torch.where(differ.any(-1), n, prompts.shape[1])
        limit = torch.minimum((prompt_len - 1).clamp(min=0).unsqueeze(1), cached_len.unsqueeze(0))
        n = torch.minimum(n, limit)
        n = n - n % self.block
        where = n.argmax(1)
        best = n.gather(1, where.unsqueeze(1)).squeeze(1)
        return n, best, where
