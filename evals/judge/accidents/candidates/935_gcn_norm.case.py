import torch


def prepare(model, inputs):
    x, src, dst = inputs
    # papers cite: a few old papers receive most edges
    src = torch.randint(0, model.nodes, src.shape, device=src.device)
    dst = (torch.rand(dst.shape, device=dst.device) ** 3 * model.nodes).long().clamp_(max=model.nodes - 1)
    return [x, src, dst]
