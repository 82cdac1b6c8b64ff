import torch


def prepare(model, inputs):
    g = torch.Generator().manual_seed(4)
    with torch.no_grad():
        model.lora_B.copy_(0.2 * torch.randn(model.lora_B.shape, generator=g))
    return inputs
