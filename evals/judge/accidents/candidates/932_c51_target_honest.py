import torch
import torch.nn as nn


def pick(x, index):
    return x.gather(1, index.view(-1, 1, 1).expand(-1, 1, x.shape[2])).squeeze(1)


class ModelNew(nn.Module):
    def __init__(self, v_min, v_max, atoms):
        super().__init__()
        self.v_min, self.v_max, self.atoms = v_min, v_max, atoms
        self.delta = (v_max - v_min) / (atoms - 1)
        self.register_buffer("support", torch.linspace(v_min, v_max, atoms))

    def forward(self, logits, next_logits, action, next_action, reward, not_done, gamma):
        # only the chosen action's distribution is normalized
        p = torch.softmax(pick(next_logits, next_action), dim=-1)
        tz = reward.unsqueeze(1) + (gamma * not_done).unsqueeze(1) * self.support
        b = tz.clamp_(self.v_min, self.v_max).sub_(self.v_min).div_(self.delta).clamp_(0, self.atoms - 1)
        lo = b.floor().clamp_(max=self.atoms - 2)
        hi = lo + 1
        target = torch.zeros_like(p)
        target.scatter_add_(1, lo.long(), p * (hi - b))
        target.scatter_add_(1, hi.long(), p * (b - lo))
        logp = torch.log_softmax(pick(logits, action), dim=-1)
        return target, (target * logp).sum(dim=1).neg_()
