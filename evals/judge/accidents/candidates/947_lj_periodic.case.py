import torch


def prepare(model, inputs):
    pos, box = inputs
    g = torch.Generator().manual_seed(3)
    turns = torch.randint(-2, 3, pos.shape, generator=g).to(pos.device)
    return [pos + turns * box, box]      # an unwrapped trajectory
