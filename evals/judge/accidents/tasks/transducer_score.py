import torch
import torch.nn as nn


class Model(nn.Module):
    """Log-likelihood of label sequences under an RNN transducer, for rescoring."""

    def __init__(self, blank=0):
        super().__init__()
        self.blank = blank

    @torch.no_grad()
    def forward(self, logits, targets, frames, symbols):
        # logits [B, T, U + 1, V], targets [B, U] padded with 0, frames [B], symbols [B]
        B, T, U1, V = logits.shape
        lp = torch.log_softmax(logits, -1)
        blank = lp[..., self.blank]
        index = targets.view(B, 1, U1 - 1, 1).expand(B, T, U1 - 1, 1)
        label = lp[:, :, :-1].gather(-1, index).squeeze(-1)
        score = torch.zeros(B, dtype=lp.dtype, device=lp.device)
        prev = None
        for t in range(T):
            row = []
            for u in range(U1):
                if t == 0 and u == 0:
                    a = torch.zeros_like(score)
                elif t == 0:
                    a = row[u - 1] + label[:, t, u - 1]
                elif u == 0:
                    a = prev[u] + blank[:, t - 1, u]
                else:
                    a = torch.logaddexp(prev[u] + blank[:, t - 1, u], row[u - 1] + label[:, t, u - 1])
                row.append(a)
            prev = row
            total = torch.stack(row, 1) + blank[:, t]
            total = total.gather(1, symbols.unsqueeze(1)).squeeze(1)
            score = torch.where(frames == t + 1, total, score)
        return score


def get_inputs():
    B, T, U, V = 4, 40, 8, 32
    logits = torch.randn(B, T, U + 1, V)
    frames = torch.randint(25, T + 1, (B,))
    symbols = torch.randint(4, U + 1, (B,))
    targets = torch.randint(1, V, (B, U))
    targets[torch.arange(U) >= symbols.unsqueeze(1)] = 0
    return [logits, targets, frames, symbols]


def get_init_inputs():
    return []
