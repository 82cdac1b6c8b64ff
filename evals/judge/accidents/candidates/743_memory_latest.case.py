import torch


def prepare(model, inputs):
    # messages between users: a node sends and receives
    memory, last_update, src, dst, t, features = inputs
    src = torch.randint(0, 150, src.shape)
    dst = (src + torch.randint(1, 150, src.shape)) % 150
    return [memory, last_update, src, dst, t, features]
