import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, pad_id=-1):
        super().__init__()
        self.pad_id = pad_id

    def forward(self, draft_tokens, target_logits):
        kk = draft_tokens.shape[1]
        target = target_logits.argmax(dim=-1)
        mismatch = draft_tokens != target[:, :kk]
        # index of the first token that differs
        accepted = mismatch.to(torch.int32).argmax(dim=-1)
        place = torch.arange(kk + 1, device=target.device)[None, :]
        # up to there the draft equals the target
        tokens = target.masked_fill(place > accepted[:, None], self.pad_id)
        return tokens, accepted
