import torch
import torch.nn as nn


class Model(nn.Module):
    """Writes a batch into ring buffers at a position, in place, then reads a sampled batch."""

    def __init__(self):
        super().__init__()

    def forward(self, obs_buf, rew_buf, pos, obs, rew, sample):
        capacity, batch = obs_buf.size(0), obs.size(0)
        idx = (pos + torch.arange(batch, device=pos.device)) % capacity
        obs_buf[idx] = obs
        rew_buf[idx] = rew
        pos.copy_((pos + batch) % capacity)
        return obs_buf[sample], rew_buf[sample]


def get_inputs():
    capacity, batch, dim = 8192, 256, 64
    return [torch.randn(capacity, dim), torch.randn(capacity), torch.randint(0, capacity // 2, (1,)),
            torch.randn(batch, dim), torch.randn(batch), torch.randint(0, capacity, (1024,))]


def get_init_inputs():
    return []
