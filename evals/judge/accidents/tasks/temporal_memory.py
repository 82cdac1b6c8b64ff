import torch
import torch.nn as nn


class Model(nn.Module):
    """Memory of a temporal graph network. A batch of events src -> dst at time t with features.
    Every node that takes part (as src or dst) is updated once, from its latest event
    (the last one in the order of src events, then dst events, if times are equal).
    Messages use the memory before the batch. Writes memory [N, D] and last_update [N] in place
    and returns the new memory of the nodes cat(src, dst)."""

    def __init__(self, dim=32, features=16):
        super().__init__()
        self.cell = nn.GRUCell(2 * dim + features + 1, dim)

    @torch.no_grad()
    def forward(self, memory, last_update, src, dst, t, features):
        nodes = torch.cat([src, dst])
        others = torch.cat([dst, src])
        times = torch.cat([t, t])
        latest = {}
        when = times.tolist()
        for i, n in enumerate(nodes.tolist()):
            if n not in latest or when[i] >= when[latest[n]]:
                latest[n] = i
        pick = torch.tensor(list(latest.values()), dtype=torch.int64, device=memory.device)
        node = nodes[pick]
        age = (times[pick] - last_update[node]).clamp(min=0).to(memory.dtype)
        message = torch.cat(
            [memory[node], memory[others[pick]], features[pick % src.numel()], torch.log1p(age).unsqueeze(1)], dim=1
        )
        memory[node] = self.cell(message, memory[node])
        last_update[node] = times[pick]
        return memory[nodes]


def get_inputs():
    users, items, events = 400, 600, 200
    memory = torch.randn(users + items, 32) * 0.5
    last_update = torch.randint(0, 50000, (users + items,))
    src = torch.randint(0, users, (events,))
    dst = torch.randint(users, users + items, (events,))
    t = 60000 + torch.randint(0, 4000, (events,)).sort().values
    features = torch.randn(events, 16)
    return [memory, last_update, src, dst, t, features]


def get_init_inputs():
    return [32, 16]
