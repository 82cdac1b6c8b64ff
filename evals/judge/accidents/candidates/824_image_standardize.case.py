import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    images = inputs[0]
    page = (225 + images // 16).to(torch.uint8)
    ink = torch.rand(images.shape[0], 1, 224, 224) < 0.05
    return [torch.where(ink, images // 4, page)]
