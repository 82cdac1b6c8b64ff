import torch


def prepare(model, inputs):
    user, history = inputs
    with torch.no_grad():
        best = (user @ model.item.t() + model.bias).topk(history.shape[1], dim=1).indices
    perm = torch.randperm(history.shape[1])
    return [user, best[:, perm].contiguous()]
