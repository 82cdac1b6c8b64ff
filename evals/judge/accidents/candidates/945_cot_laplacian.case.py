import torch


def prepare(model, inputs):
    verts, faces, signal = inputs
    verts = verts.clone()
    verts[:, 0] *= 2.5          # an elongated mesh: many obtuse corners
    return [verts, faces, signal]
