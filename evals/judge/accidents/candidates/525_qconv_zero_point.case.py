def prepare(model, inputs):
    return [inputs[0], inputs[1], 121]
