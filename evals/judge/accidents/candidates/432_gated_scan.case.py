def prepare(model, inputs):
    x, gate, h0 = inputs
    return [x, gate - 4.0, h0]
