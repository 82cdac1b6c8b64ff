import torch


def prepare(model, inputs):
    with torch.no_grad():
        # slow smoothers, as trained PCEN layers have them
        model.s.copy_(torch.linspace(0.003, 0.02, model.s.numel()))
    energy = inputs[0].clone()
    energy[:, :, :80] *= 20.0   # a loud beginning
    return [energy]
