import torch


def prepare(model, inputs):
    em, tags, mask = inputs
    mask, tags = mask.clone(), tags.clone()
    g = torch.Generator().manual_seed(11)
    # named entities over subwords: only the first piece of each word is labelled
    pieces = torch.rand(mask.shape, generator=g) < 0.35
    pieces[:, 0] = False
    mask &= ~pieces
    tags[~mask] = -100
    return [em, tags, mask]
