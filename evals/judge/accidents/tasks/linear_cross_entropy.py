import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Next-token loss of a language model head. Labels of -100 are ignored."""

    def __init__(self, hidden, vocab):
        super().__init__()
        self.lm_head = nn.Linear(hidden, vocab, bias=False)

    def forward(self, hidden_states, labels):
        logits = self.lm_head(hidden_states[:, :-1])
        targets = labels[:, 1:]
        return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), ignore_index=-100)


def get_inputs():
    return [4.0 * torch.randn(4, 65, 128), torch.randint(0, 1000, (4, 65))]


def get_init_inputs():
    return [128, 1000]
