def prepare(model, inputs):
    # early layer of a network whose vector channels start at zero: still tiny
    return [inputs[0] * 1e-6]
