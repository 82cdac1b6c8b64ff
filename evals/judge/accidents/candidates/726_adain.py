import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps

    def forward(self, content, style, strength):
        c_std, c_mean = torch.std_mean(content, dim=(2, 3), keepdim=True)
        s_std, s_mean = torch.std_mean(style, dim=(2, 3), keepdim=True)
        gain = (s_std + self.eps) / (c_std + self.eps)
        out = torch.addcmul(s_mean, content - c_mean, gain)
        return torch.lerp(content, out, strength)
