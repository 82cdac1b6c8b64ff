def prepare(model, inputs):
    return [inputs[0] * 40.0]
