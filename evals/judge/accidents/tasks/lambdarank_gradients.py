import torch
import torch.nn as nn


class Model(nn.Module):
    """LambdaRank: gradient and hessian of each document's score, weighted by the change of NDCG.
    scores and labels are [Q, N]; the gain of a label is 2^label - 1."""

    def __init__(self, sigma=1.0):
        super().__init__()
        self.sigma = sigma

    @torch.no_grad()
    def forward(self, scores, labels):
        labels = labels.to(scores.dtype)
        n = scores.shape[1]
        gain = torch.exp2(labels) - 1
        position = torch.arange(n, device=scores.device)
        order = torch.argsort(scores, dim=1, descending=True, stable=True)
        rank = torch.empty_like(order).scatter_(1, order, position.expand_as(order).contiguous())
        discount = 1.0 / torch.log2(rank.to(scores.dtype) + 2)
        top = 1.0 / torch.log2(position.to(scores.dtype) + 2)
        ideal = (gain.sort(dim=1, descending=True).values * top).sum(1)
        inverse = torch.where(ideal > 0, 1.0 / ideal, torch.zeros_like(ideal))
        rho = torch.sigmoid(-self.sigma * (scores.unsqueeze(2) - scores.unsqueeze(1)))
        delta = (gain.unsqueeze(2) - gain.unsqueeze(1)).abs()
        delta = delta * (discount.unsqueeze(2) - discount.unsqueeze(1)).abs()
        delta = delta * inverse[:, None, None]
        better = (labels.unsqueeze(2) > labels.unsqueeze(1)).to(scores.dtype)
        force = better * delta * rho * self.sigma
        curve = better * delta * rho * (1 - rho) * self.sigma ** 2
        return force.sum(1) - force.sum(2), curve.sum(1) + curve.sum(2)


def get_inputs():
    scores = torch.randn(32, 64)
    labels = torch.randint(0, 5, (32, 64)).float()
    return [scores, labels]


def get_init_inputs():
    return []
