import torch


def prepare(model, inputs):
    points, polygon = inputs
    return [points.round(), polygon.round()]
