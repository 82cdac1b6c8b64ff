import torch


def prepare(model, inputs):
    power = inputs[0].clone()
    # a batch of one loud clip and quieter ones, recorded 60 dB lower, with nearly silent frames
    power[1:] *= 1e-6
    power[1:, :, 100:150] *= 1e-3
    return [power]
