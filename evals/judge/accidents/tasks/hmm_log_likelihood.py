import torch
import torch.nn as nn


class Model(nn.Module):
    """Log-likelihood of utterances under an HMM: forward algorithm over frame log-emissions."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, log_emission, transition, initial, lengths):
        # log_emission (B, T, S); transition (S, S) and initial (S,) are probabilities
        log_a = transition.log()
        alpha = initial.log() + log_emission[:, 0]
        for t in range(1, log_emission.shape[1]):
            step = torch.logsumexp(alpha.unsqueeze(2) + log_a, dim=1) + log_emission[:, t]
            alpha = torch.where((t < lengths).unsqueeze(1), step, alpha)
        return torch.logsumexp(alpha, dim=1)


def get_inputs():
    log_emission = torch.randn(16, 40, 16) * 2.0 - 5.0
    transition = torch.softmax(torch.randn(16, 16), dim=-1)
    initial = torch.softmax(torch.randn(16), dim=-1)
    lengths = torch.randint(20, 41, (16,))
    return [log_emission, transition, initial, lengths]


def get_init_inputs():
    return []
