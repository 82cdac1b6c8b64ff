import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, CLASSES = 128, 200


class Model(nn.Module):
    def forward(self, logits, target):
        return F.kl_div(F.log_softmax(logits, -1), target, reduction="batchmean")


def get_inputs():
    return [torch.randn(ROWS, CLASSES), torch.softmax(torch.randn(ROWS, CLASSES), -1)]


def get_init_inputs():
    return []
