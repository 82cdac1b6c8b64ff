import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, edge_index, num_nodes, sources):
        src, dst = edge_index[0], edge_index[1]
        far = num_nodes + 1
        dist = torch.full((num_nodes,), far, dtype=torch.int64, device=edge_index.device)
        dist[sources] = 0
        rounds = num_nodes
        for _ in range(rounds):
            nxt = dist.scatter_reduce(0, dst, dist[src] + 1, reduce="amin")
            if torch.equal(nxt, dist):
                break
            dist = nxt
        return torch.where(dist < far, dist, torch.full_like(dist, -1))
