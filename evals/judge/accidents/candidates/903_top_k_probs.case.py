import torch


def prepare(model, inputs):
    # the logits of a model that runs in bfloat16
    return [inputs[0].to(torch.bfloat16).to(torch.float32)]
