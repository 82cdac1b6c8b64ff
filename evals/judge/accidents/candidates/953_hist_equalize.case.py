import torch


def prepare(model, inputs):
    (img,) = inputs
    g = torch.Generator().manual_seed(4)
    dark = (torch.rand(img.shape, generator=g) < 0.8).to(img.device)
    return [torch.where(dark, torch.zeros_like(img), img)]     # an object on a black background
