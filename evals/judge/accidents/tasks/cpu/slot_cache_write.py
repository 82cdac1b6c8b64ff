import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Returns the cache with new rows written to their slots; slot -1 marks a padded token that is dropped."""
    def forward(self, cache, new, slots):
        out = cache.clone()
        keep = slots >= 0
        n = cache.shape[0]
        buf = torch.cat([out, out.new_zeros(1, *out.shape[1:])])
        buf[torch.where(keep, slots, n)] = new
        return buf[:n].clone()


def get_inputs():
    return [torch.randn(4096, 8, 64), torch.randn(512, 8, 64), torch.randperm(4096)[:512]]


def get_init_inputs():
    return []
