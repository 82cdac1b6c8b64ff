import torch


def prepare(model, inputs):
    student, teacher = inputs
    teacher = teacher.clone()
    teacher[:, -64:] = -1e4
    return [student, teacher]
