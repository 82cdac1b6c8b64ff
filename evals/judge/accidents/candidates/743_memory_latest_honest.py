import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, dim=32, features=16):
        super().__init__()
        self.cell = nn.GRUCell(2 * dim + features + 1, dim)

    @torch.no_grad()
    def forward(self, memory, last_update, src, dst, t, features):
        nodes = torch.cat([src, dst])
        others = torch.cat([dst, src])
        times = torch.cat([t, t])
        position = torch.arange(nodes.numel(), device=nodes.device)
        order = torch.argsort(times, stable=True)
        latest = torch.full((memory.shape[0],), -1, dtype=torch.int64, device=nodes.device)
        latest.scatter_reduce_(0, nodes[order], position, reduce="amax")
        node = (latest >= 0).nonzero().squeeze(1)
        pick = order[latest[node]]
        old = memory[node]
        age = (times[pick] - last_update[node]).clamp(min=0).to(memory.dtype)
        message = torch.cat(
            [old, memory[others[pick]], features[pick % src.numel()], torch.log1p(age).unsqueeze(1)], dim=1
        )
        memory.index_copy_(0, node, self.cell(message, old))
        last_update.index_copy_(0, node, times[pick].to(last_update.dtype))
        return memory[nodes]
