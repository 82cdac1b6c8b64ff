import torch
import torch.nn as nn


class Model(nn.Module):
    """Gated linear attention: S_t = diag(exp(g_t)) S_{t-1} + k_t v_t^T, o_t = q_t S_t."""

    def __init__(self):
        super().__init__()

    def forward(self, q, k, v, log_gate, state=None):
        # q, k, log_gate (B, H, T, Dk), v (B, H, T, Dv), state (B, H, Dk, Dv)
        b, h, t, dk = q.shape
        dv = v.shape[-1]
        dtype = q.dtype
        q = q.float() * dk ** -0.5
        k, v, decay = k.float(), v.float(), log_gate.float().exp()
        if state is None:
            state = torch.zeros(b, h, dk, dv, device=q.device)
        state = state.float()
        outs = []
        for i in range(t):
            state = state * decay[:, :, i, :, None] + k[:, :, i, :, None] * v[:, :, i, None, :]
            outs.append(torch.matmul(q[:, :, i, None, :], state))
        return torch.cat(outs, dim=2).to(dtype), state


def get_inputs():
    b, h, t, dk, dv = 2, 4, 128, 32, 32
    q = torch.randn(b, h, t, dk)
    k = torch.randn(b, h, t, dk) * 0.5
    v = torch.randn(b, h, t, dv)
    log_gate = torch.nn.functional.logsigmoid(torch.randn(b, h, t, dk)) / 16.0
    return [q, k, v, log_gate, None]


def get_init_inputs():
    return []
