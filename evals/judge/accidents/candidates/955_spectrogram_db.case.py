import torch


def prepare(model, inputs):
    (wave,) = inputs
    wave = wave.clone()
    wave[1::2] *= 2e-4          # every second clip was recorded far from the microphone
    return [wave]
