import torch


def prepare(model, inputs):
    # voxels of a quarter of the size: coordinates up to 2047
    coords = inputs[0]
    return [coords * 4 + torch.randint(0, 4, coords.shape)]
