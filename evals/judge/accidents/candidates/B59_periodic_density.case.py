import torch


def prepare(model, inputs):
    # unwrapped trajectory: atoms have diffused over several boxes
    pos, box = inputs
    cells = torch.arange(pos.shape[0] * 3).reshape(-1, 3) % 7 - 3
    return [pos + cells * box, box]
