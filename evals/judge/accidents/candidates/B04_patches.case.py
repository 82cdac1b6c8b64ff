import torch


def prepare(model, inputs):
    volume = inputs[0]
    # as read from a file with x as the slowest axis, then reoriented with permute
    return [volume.permute(0, 1, 4, 3, 2).contiguous().permute(0, 1, 4, 3, 2)]
