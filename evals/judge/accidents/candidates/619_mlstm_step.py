import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Updates memory and normalizer in place, without a copy of the memory."""

    def __init__(self):
        super().__init__()

    def forward(self, q, k, v, i_gate, f_gate, active, memory, normalizer, stabilizer):
        on = active[:, None]
        k = k * k.shape[-1] ** -0.5
        decayed = F.logsigmoid(f_gate) + stabilizer
        new_m = torch.maximum(decayed, i_gate)
        f = torch.exp(decayed - new_m).masked_fill(~on, 1.0)
        i = torch.exp(i_gate - new_m).masked_fill(~on, 0.0)
        ik = i[..., None] * k
        write = ik[..., :, None] * v[..., None, :]
        memory.mul_(f[..., None, None]).add_(write.masked_fill_(~on[..., None, None], 0.0))
        normalizer.mul_(f[..., None]).add_(ik.masked_fill(~on[..., None], 0.0))
        stabilizer.copy_(new_m)
        top = (q[..., None, :] @ memory).squeeze(-2)
        bottom = torch.maximum((q * normalizer).sum(-1).abs(), torch.exp(-new_m))
        return (top / bottom[..., None]).masked_fill(~on[..., None], 0.0)
