import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, TAGS = 32, 20


class Model(nn.Module):
    """Margin loss of several tags a row; a row's tags end at the first -1."""

    def forward(self, scores, labels):
        return F.multilabel_margin_loss(scores, labels)


def get_inputs():
    labels = torch.rand(ROWS, TAGS).argsort(dim=1)
    count = torch.randint(1, 7, (ROWS, 1))
    return [torch.randn(ROWS, TAGS), torch.where(torch.arange(TAGS) < count, labels, -1)]


def get_init_inputs():
    return []
