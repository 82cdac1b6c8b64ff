import torch


def prepare(model, inputs):
    xyz, centers = inputs
    # a sparser cloud: the same number of points over a larger scene
    return [xyz * 4.0, centers * 4.0]
