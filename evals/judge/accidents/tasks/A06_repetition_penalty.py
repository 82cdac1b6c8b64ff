import torch
import torch.nn as nn
import torch.nn.functional as F


VOCAB = 50257
valid = {"token_ids": (0, VOCAB - 1), "penalty": (0.5, 2.0), "temperature": (0.05, 5.0)}


class Model(nn.Module):
    def forward(self, logits, token_ids, penalty, temperature):
        score = logits.gather(1, token_ids)
        score = torch.where(score < 0, score * penalty, score / penalty)
        return logits.scatter(1, token_ids, score) / temperature


def get_inputs():
    ids = torch.stack([torch.randperm(VOCAB)[:256] for _ in range(32)])
    return [torch.randn(32, VOCAB) * 3, ids, 1.2, 0.8]


def get_init_inputs():
    return []
