import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, v_min, v_max, atoms):
        super().__init__()
        self.v_min, self.v_max, self.atoms = v_min, v_max, atoms
        self.delta = (v_max - v_min) / (atoms - 1)
        self.register_buffer("support", torch.linspace(v_min, v_max, atoms))

    def forward(self, logits, next_logits, action, next_action, reward, not_done, gamma):
        rows = torch.arange(reward.shape[0], device=reward.device)
        p = torch.softmax(next_logits, dim=-1)[rows, next_action]
        tz = reward.unsqueeze(1) + gamma * not_done.unsqueeze(1) * self.support.unsqueeze(0)
        b = (tz.clamp(self.v_min, self.v_max) - self.v_min) / self.delta
        b = b.clamp(0, self.atoms - 1)
        lo = b.floor().long()
        hi = b.ceil().long()
        lo[(hi > 0) & (lo == hi)] -= 1
        hi[(lo < self.atoms - 1) & (lo == hi)] += 1
        offset = (rows * self.atoms).unsqueeze(1)
        target = torch.zeros_like(p)
        target.view(-1).index_add_(0, (lo + offset).view(-1), (p * (hi - b)).view(-1))
        target.view(-1).index_add_(0, (hi + offset).view(-1), (p * (b - lo)).view(-1))
        logp = torch.log_softmax(logits, dim=-1)[rows, action]
        return target, -(target * logp).sum(dim=1)


valid = {"action": (0, 17), "next_action": (0, 17), "not_done": (0.0, 1.0), "gamma": (0.0, 1.0)}


def get_inputs():
    batch, actions, atoms = 256, 18, 51
    logits = torch.randn(batch, actions, atoms)
    next_logits = torch.randn(batch, actions, atoms)
    action = torch.randint(0, actions, (batch,))
    next_action = torch.randint(0, actions, (batch,))
    reward = torch.rand(batch) * 1.8 - 0.9
    not_done = (torch.rand(batch) > 0.03).float()
    return [logits, next_logits, action, next_action, reward, not_done, 0.9]


def get_init_inputs():
    return [-10.0, 10.0, 51]
