import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, dim=256, n_heads=8, nope_dim=32, rope_dim=16, v_dim=32, rank=64):
        super().__init__()
        self.scale = (nope_dim + rope_dim) ** -0.5
        self.w_uk = nn.Parameter(torch.randn(n_heads, nope_dim, rank) * rank ** -0.5)
        self.w_uv = nn.Parameter(torch.randn(n_heads, v_dim, rank) * rank ** -0.5)
        self.w_o = nn.Linear(n_heads * v_dim, dim, bias=False)
        # fold W_uv and W_o into one matrix (n_heads * rank, dim)
        with torch.no_grad():
            w_o = self.w_o.weight.view(dim, n_heads, v_dim)
            w_vo = torch.einsum("ohv,hvr->hro", w_o, self.w_uv)
        self.w_vo = w_vo.reshape(n_heads * rank, dim)

    def forward(self, q_nope, q_rope, c_kv, k_rope, lengths):
        # fold W_uk into the query, so that the keys stay in latent space
        q_lat = torch.einsum("bhd,hdr->bhr", q_nope, self.w_uk)
        scores = torch.bmm(q_lat, c_kv.transpose(1, 2))
        scores = (scores + torch.bmm(q_rope, k_rope.transpose(1, 2))) * self.scale
        valid = torch.arange(c_kv.shape[1], device=c_kv.device)[None, :] < lengths[:, None]
        scores = scores.masked_fill(~valid[:, None, :], torch.finfo(scores.dtype).min)
        o_lat = torch.bmm(torch.softmax(scores, dim=-1), c_kv)
        return o_lat.flatten(1) @ self.w_vo
