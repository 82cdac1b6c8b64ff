import torch
import torch.nn as nn


class Model(nn.Module):
    """One decoding step of multi-head latent attention over a compressed KV cache."""

    def __init__(self, dim=256, n_heads=8, nope_dim=32, rope_dim=16, v_dim=32, rank=64):
        super().__init__()
        self.scale = (nope_dim + rope_dim) ** -0.5
        self.w_uk = nn.Parameter(torch.randn(n_heads, nope_dim, rank) * rank ** -0.5)
        self.w_uv = nn.Parameter(torch.randn(n_heads, v_dim, rank) * rank ** -0.5)
        self.w_o = nn.Linear(n_heads * v_dim, dim, bias=False)

    def forward(self, q_nope, q_rope, c_kv, k_rope, lengths):
        # q_nope (B, H, dn), q_rope (B, H, dr), c_kv (B, T, rank), k_rope (B, T, dr), lengths (B,)
        k_nope = torch.einsum("btr,hdr->bhtd", c_kv, self.w_uk)
        v = torch.einsum("btr,hvr->bhtv", c_kv, self.w_uv)
        scores = torch.einsum("bhd,bhtd->bht", q_nope, k_nope)
        scores = (scores + torch.einsum("bhd,btd->bht", q_rope, k_rope)) * self.scale
        valid = torch.arange(c_kv.shape[1], device=c_kv.device)[None, :] < lengths[:, None]
        scores = scores.masked_fill(~valid[:, None, :], torch.finfo(scores.dtype).min)
        p = torch.softmax(scores, dim=-1)
        out = torch.einsum("bht,bhtv->bhv", p, v)
        return self.w_o(out.flatten(1))


def get_inputs():
    b, h, t, dn, dr, rank = 2, 8, 256, 32, 16, 64
    q_nope = torch.randn(b, h, dn) * 2.0
    q_rope = torch.randn(b, h, dr) * 2.0
    c_kv = torch.randn(b, t, rank)
    k_rope = torch.randn(b, t, dr)
    lengths = torch.randint(t // 4, t + 1, (b,))
    return [q_nope, q_rope, c_kv, k_rope, lengths]


def get_init_inputs():
    return [256, 8, 32, 16, 32, 64]
