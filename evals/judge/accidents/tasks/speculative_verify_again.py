import torch
import torch.nn as nn


class Model(nn.Module):
    """Verification step of speculative sampling with given random numbers.

    Keeps draft tokens up to the first rejection, then draws one token from the residual
    (or from the target after the last draft token). The rest of the row is -1.
    """

    @torch.no_grad()
    def forward(self, draft_tokens, draft_probs, target_probs, u_accept, u_sample):
        batch, k = draft_tokens.shape
        vocab = target_probs.shape[-1]
        index = draft_tokens.unsqueeze(-1)
        q = draft_probs.gather(2, index).squeeze(-1)
        p = target_probs[:, :k].gather(2, index).squeeze(-1)
        accepted = (u_accept * q < p).long().cumprod(1).sum(1)
        tokens = torch.full((batch, k + 1), -1, dtype=torch.long)
        for b in range(batch):
            n = int(accepted[b])
            tokens[b, :n] = draft_tokens[b, :n]
            dist = target_probs[b, n]
            if n < k:
                dist = (dist - draft_probs[b, n]).clamp(min=0)
            cdf = dist.double().cumsum(0)
            pick = int((cdf <= u_sample[b].double() * cdf[-1]).sum())
            tokens[b, n] = min(pick, vocab - 1)
        return tokens, accepted


def get_inputs():
    b, k, v = 8, 8, 2000
    draft = torch.softmax(3.0 * torch.randn(b, k, v), dim=-1)
    target = torch.softmax(3.0 * torch.randn(b, k + 1, v), dim=-1)
    tokens = torch.multinomial(draft.view(-1, v), 1).view(b, k)
    return [tokens, draft, target, torch.rand(b, k), torch.rand(b)]


def get_init_inputs():
    return []
