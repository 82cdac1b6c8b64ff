import torch
import torch.nn as nn


class Model(nn.Module):
    """DRY penalty: lowers the tokens that would go on with a repeated passage.

    For each earlier place whose preceding tokens are the same as the end of the
    history, the length of the match counts for the token that followed there; the
    longest match of a token gives multiplier * base ** (length - allowed_length).
    A match stops at a breaker token.
    """

    def __init__(self, multiplier=0.8, base=1.75, allowed_length=2, max_match=40):
        super().__init__()
        self.multiplier = multiplier
        self.base = base
        self.allowed_length = allowed_length
        self.max_match = max_match

    @torch.no_grad()
    def forward(self, logits, history, breakers):
        B, T = history.shape
        run = torch.ones(B, T - 1, dtype=torch.bool, device=logits.device)
        length = torch.zeros(B, T - 1, dtype=torch.int64, device=logits.device)
        stop = torch.isin(history, breakers)
        for j in range(min(self.max_match, T - 1)):
            same = torch.zeros_like(run)
            same[:, j:] = history[:, :T - 1 - j] == history[:, T - 1 - j:T - j]
            run = run & same & ~stop[:, T - 1 - j:T - j]
            length += run
        longest = torch.zeros(logits.shape, dtype=torch.int64, device=logits.device)
        longest.scatter_reduce_(1, history[:, 1:], length, "amax")
        penalty = self.multiplier * self.base ** (longest - self.allowed_length).to(logits.dtype)
        use = (longest > 0) & (longest >= self.allowed_length)
        return torch.where(use, logits - penalty, logits)


def get_inputs():
    B, V, T = 8, 4000, 256
    logits = torch.randn(B, V) * 2
    history = torch.randint(10, V, (B, T))
    for b in range(B):
        n = int(torch.randint(2, 9, (1,)))
        at = int(torch.randint(0, 200, (1,)))
        history[b, T - n:] = history[b, at:at + n]
    breakers = torch.tensor([1, 2, 5, 9])
    return [logits, history, breakers]


def get_init_inputs():
    return []
