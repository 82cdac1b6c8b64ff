import torch
import torch.nn as nn


class Model(nn.Module):
    """Greedy speculative decoding: keep the longest draft prefix the target agrees with,
    then one token of the target. Unused places hold pad_id."""

    def __init__(self, pad_id=-1):
        super().__init__()
        self.pad_id = pad_id

    def forward(self, draft_tokens, target_logits):
        # draft_tokens (B, K), target_logits (B, K + 1, V)
        b, kk = draft_tokens.shape
        target = target_logits.argmax(dim=-1)
        tokens = torch.full((b, kk + 1), self.pad_id, dtype=torch.long, device=target.device)
        accepted = torch.zeros(b, dtype=torch.long, device=target.device)
        for i in range(b):
            n = 0
            while n < kk and draft_tokens[i, n].item() == target[i, n].item():
                tokens[i, n] = draft_tokens[i, n]
                n += 1
            tokens[i, n] = target[i, n]
            accepted[i] = n
        return tokens, accepted


def get_inputs():
    b, kk, vocab = 8, 6, 16000
    logits = torch.randn(b, kk + 1, vocab) * 3.0
    draft = logits[:, :kk].argmax(dim=-1)
    cut = torch.randint(0, kk, (b, 1))
    other = (draft + torch.randint(1, vocab, (b, kk))) % vocab
    draft = torch.where(torch.arange(kk)[None, :] == cut, other, draft)
    return [draft, logits]


def get_init_inputs():
    return [-1]
