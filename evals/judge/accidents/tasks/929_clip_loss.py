import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Symmetric image/text contrastive loss, one value per sample and direction."""

    def __init__(self, temperature):
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor(math.log(1.0 / temperature)))

    def forward(self, image, text):
        image = F.normalize(image, dim=-1)
        text = F.normalize(text, dim=-1)
        scale = self.log_scale.clamp(max=math.log(100.0)).exp()
        logits = scale * image @ text.t()
        target = torch.arange(image.shape[0], device=image.device)
        loss_image = F.cross_entropy(logits, target, reduction="none")
        loss_text = F.cross_entropy(logits.t(), target, reduction="none")
        return loss_image, loss_text


def get_inputs():
    image = torch.randn(512, 128)
    text = 0.5 * image + torch.randn(512, 128)
    return [image, text]


def get_init_inputs():
    return [0.07]
