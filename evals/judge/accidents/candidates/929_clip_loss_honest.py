import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, temperature):
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor(math.log(1.0 / temperature)))

    def forward(self, image, text):
        image = F.normalize(image, dim=-1)
        text = F.normalize(text, dim=-1)
        scale = self.log_scale.clamp(max=math.log(100.0)).exp()
        logits = (image * scale) @ text.t()
        pos = logits.diagonal()
        # loss = log sum_j exp(l_ij - l_ii): no target tensor, no log-softmax matrix
        loss_image = torch.logsumexp(logits - pos.unsqueeze(1), dim=1)
        loss_text = torch.logsumexp(logits - pos.unsqueeze(0), dim=0)
        return loss_image, loss_text
