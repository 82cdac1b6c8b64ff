import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, max_norm):
        super().__init__()
        self.max_norm = max_norm

    def forward(self, g_qkv, g_proj, g_fc, g_bias):
        flat = torch.cat([g_qkv.flatten(), g_proj.flatten(), g_fc.flatten(), g_bias.flatten()])
        norms = torch.stack(torch._foreach_norm([g_qkv, g_proj, g_fc, g_bias]))
        coef = self.max_norm / (torch.linalg.vector_norm(norms) + 1e-6)
        return flat.mul_(coef.clamp_(max=1.0))
