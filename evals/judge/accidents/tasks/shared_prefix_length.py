import torch
import torch.nn as nn


class Model(nn.Module):
    """How many tokens of each prompt can be taken from each cached sequence.

    The common prefix, without the last token of the prompt (it must be computed),
    cut to whole blocks. Rows are padded with 0. Also returns the best length of each
    prompt and the first sequence that has it.
    """

    def __init__(self, block=16):
        super().__init__()
        self.block = block

    def forward(self, prompts, prompt_len, cached, cached_len):
        # prompts [B, T], cached [N, T]
        T = prompts.shape[1]
        limit = torch.minimum(prompt_len.unsqueeze(1), cached_len.unsqueeze(0))
        same = prompts.unsqueeze(1) == cached.unsqueeze(0)
        same = same & (torch.arange(T, device=prompts.device) < limit.unsqueeze(-1))
        n = same.to(torch.int32).cumprod(-1).sum(-1)
        n = torch.minimum(n, (prompt_len - 1).clamp(min=0).unsqueeze(1))
        n = n // self.block * self.block
        best = n.amax(1)
        return n, best, n.argmax(1)


def get_inputs():
    B, N, T, V = 8, 32, 256, 32000
    system = torch.randint(10, V, (3, 120))
    prompts = torch.randint(10, V, (B, T))
    cached = torch.randint(10, V, (N, T))
    for rows in (prompts, cached):
        for r in range(rows.shape[0]):
            n = int(torch.randint(20, 121, (1,)))
            rows[r, :n] = system[int(torch.randint(0, 3, (1,))), :n]
    prompt_len = torch.randint(130, T + 1, (B,))
    cached_len = torch.randint(130, T + 1, (N,))
    prompts[torch.arange(T) >= prompt_len.unsqueeze(1)] = 0
    cached[torch.arange(T) >= cached_len.unsqueeze(1)] = 0
    return [prompts, prompt_len, cached, cached_len]


def get_init_inputs():
    return []
