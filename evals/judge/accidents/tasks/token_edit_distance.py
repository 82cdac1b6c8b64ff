import torch
import torch.nn as nn


class Model(nn.Module):
    """Levenshtein distance between padded token sequences (word errors of transcripts)."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, ref, hyp, ref_len, hyp_len):
        b, n = ref.shape
        m = hyp.shape[1]
        col = torch.arange(m + 1, device=ref.device)
        row = col.unsqueeze(0).repeat(b, 1)
        rows = [row]
        for i in range(n):
            diag = row[:, :-1] + (hyp != ref[:, i:i + 1]).long()
            best = torch.cat([row[:, :1] + 1, torch.minimum(row[:, 1:] + 1, diag)], dim=1)
            row = torch.cummin(best - col, dim=1).values + col
            rows.append(row)
        table = torch.stack(rows)
        return table[ref_len, torch.arange(b, device=ref.device), hyp_len]


def get_inputs():
    ref = torch.randint(0, 500, (32, 96))
    noise = torch.rand(32, 96)
    hyp = torch.where(noise < 0.1, torch.randint(0, 500, (32, 96)), ref)
    keep = torch.rand(32, 96).argsort(dim=1)[:, :92].sort(dim=1).values
    hyp = torch.cat([hyp.gather(1, keep), torch.randint(0, 500, (32, 4))], dim=1)
    ref_len = torch.randint(5, 41, (32,))
    hyp_len = (ref_len + torch.randint(-3, 4, (32,))).clamp(min=1)
    return [ref, hyp, ref_len, hyp_len]


def get_init_inputs():
    return []
