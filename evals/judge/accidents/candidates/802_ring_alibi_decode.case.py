import math
import torch


def prepare(model, inputs):
    inputs[5] = torch.tensor([300, 700, 1290, 4003])
