import torch
import torch.nn as nn


def write(buf, start, data):
    head = min(data.size(0), buf.size(0) - start)
    buf[start : start + head].copy_(data[:head])
    tail = data.size(0) - head
    if tail > 0:
        buf[:tail].copy_(data[:tail])


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, obs_buf, rew_buf, pos, obs, rew, sample):
        capacity = obs_buf.size(0)
        start = int(pos) % capacity
        write(obs_buf, start, obs)
        write(rew_buf, start, rew)
        pos.fill_((start + obs.size(0)) % capacity)
        return obs_buf[sample], rew_buf[sample]
