import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.classes = classes

    def forward(self, labels):
        eye = torch.eye(self.classes, device=labels.device)
        return eye[labels]
