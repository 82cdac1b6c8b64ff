import torch


def prepare(model, inputs):
    q, k, _ = inputs
    t = q.shape[2]
    rows = []
    for cut in (50, 17, 100, 64):
        rows.append(torch.cat((torch.arange(cut), torch.arange(t - cut))))
    return [q, k, torch.stack(rows)]
