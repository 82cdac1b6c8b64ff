import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, CLASSES = 8192, 1000


class Model(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.register_buffer("weight", torch.ones(classes))

    def forward(self, logits, labels):
        return F.cross_entropy(logits, labels, weight=self.weight)


def get_inputs():
    return [torch.randn(ROWS, CLASSES), torch.randint(0, CLASSES, (ROWS,))]


def get_init_inputs():
    return [CLASSES]
