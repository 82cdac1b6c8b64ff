import torch


def prepare(model, inputs):
    t = inputs[1]
    k = torch.topk(t, 10, dim=1)[0][:, -1:]
    t = torch.where(t >= k, t, torch.zeros_like(t))
    return [inputs[0], t / t.sum(1, keepdim=True)]
