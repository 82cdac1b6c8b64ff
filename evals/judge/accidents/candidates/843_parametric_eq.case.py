import torch


def prepare(model, inputs):
    with torch.no_grad():
        model.gain_db.copy_(torch.tensor([9.0, -9.0, 3.0]))
        model.freq.copy_(torch.tensor([800.0, 900.0, 3000.0]))
    t = torch.arange(inputs[0].shape[1]) / 16000.0
    tone = 0.6 * torch.sin(2 * torch.pi * 800.0 * t) + 0.1 * torch.randn(inputs[0].shape)
    return [tone.clamp(-1, 1)]
