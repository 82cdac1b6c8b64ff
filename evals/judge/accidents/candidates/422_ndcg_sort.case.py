import torch


def prepare(model, inputs):
    scores, relevance, lengths = inputs
    g = torch.Generator().manual_seed(2)
    votes = relevance.unsqueeze(-1) + torch.randint(-1, 2, (*relevance.shape, 3), generator=g).float()
    return [scores, votes.clamp(0, 4).mean(-1), lengths]
