import torch


def prepare(model, inputs):
    x = inputs[0]
    clip = x.permute(0, 2, 1, 3, 4).contiguous()        # B, C, T, H, W as 3D networks and loaders keep it
    return [clip.permute(0, 2, 1, 3, 4)]                # the same clip as a view
