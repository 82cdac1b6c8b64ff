def prepare(model, inputs):
    inputs = list(inputs)
    inputs[5] = 2.0
    inputs[6] = 1.0
    return inputs
