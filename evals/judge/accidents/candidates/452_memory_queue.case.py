import torch


def prepare(model, inputs):
    # second epoch, after a last batch of 77 rows: the pointer no longer divides the memory
    model.ptr.fill_(3968 + 77)
    return inputs
