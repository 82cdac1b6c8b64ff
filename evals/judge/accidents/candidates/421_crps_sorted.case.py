import torch


def prepare(model, inputs):
    ens, obs = inputs
    return [101325.0 + 40.0 * ens, 101325.0 + 40.0 * obs]
