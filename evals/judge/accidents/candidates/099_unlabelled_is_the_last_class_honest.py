import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.classes = classes

    def forward(self, labels):
        eye = torch.eye(self.classes + 1, self.classes, device=labels.device)
        labels = labels.masked_fill((labels < 0) | (labels >= self.classes), self.classes)
        return eye[labels]
