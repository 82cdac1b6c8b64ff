import torch


def prepare(model, inputs):
    gate, up = inputs
    # a sequence-first model (Megatron): (time, batch, features), passed as transposed views
    return [x.transpose(0, 1).contiguous().transpose(0, 1) for x in (gate, up)]
