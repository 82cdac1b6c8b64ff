import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """LM head and token cross entropy, mean over the labelled tokens."""

    def __init__(self, dim, vocab):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def forward(self, hidden, labels):
        logits = self.lm_head(hidden)
        return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), ignore_index=-100)


def get_inputs():
    return [torch.randn(4, 128, 128), torch.randint(0, 2048, (4, 128))]


def get_init_inputs():
    return [128, 2048]
