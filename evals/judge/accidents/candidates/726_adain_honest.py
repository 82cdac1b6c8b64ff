import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps

    def forward(self, content, style, strength):
        c_var, c_mean = torch.var_mean(content, dim=(2, 3), keepdim=True)
        s_var, s_mean = torch.var_mean(style, dim=(2, 3), keepdim=True)
        gain = torch.sqrt((s_var + self.eps) / (c_var + self.eps))
        out = torch.addcmul(s_mean, content - c_mean, gain)
        return torch.lerp(content, out, strength)
