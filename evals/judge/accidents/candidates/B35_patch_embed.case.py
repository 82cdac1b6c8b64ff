import torch


def prepare(model, inputs):
    # pipelines run image models in channels_last
    return [inputs[0].contiguous(memory_format=torch.channels_last)]
