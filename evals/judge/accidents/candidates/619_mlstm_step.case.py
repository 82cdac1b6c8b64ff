def prepare(model, inputs):
    inputs = list(inputs)
    active = inputs[5].clone()
    active[1] = False
    active[-2:] = False
    inputs[5] = active
    return inputs
