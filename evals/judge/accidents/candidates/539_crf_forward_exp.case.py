import torch


def prepare(model, inputs):
    emissions, mask = inputs
    k = emissions.size(2)
    group = torch.arange(k) >= k // 2
    with torch.no_grad():
        model.trans[group.unsqueeze(1) != group.unsqueeze(0)] = -10000.0
    emissions = emissions.clone()
    emissions[:, :15, : k // 2] += 9.0
    emissions[:, 15:, k // 2 :] += 18.0
    mask = torch.ones_like(mask)
    return [emissions, mask]
