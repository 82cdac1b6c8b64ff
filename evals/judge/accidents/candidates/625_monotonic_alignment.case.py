import torch


def prepare(model, inputs):
    energy, previous = inputs
    t = energy.shape[-1]
    centre = torch.linspace(t // 2, t - 8, energy.shape[0])[:, None]
    previous = torch.softmax(-((torch.arange(t) - centre) / 2) ** 2, -1)
    return [energy * 2 + 4, previous]
