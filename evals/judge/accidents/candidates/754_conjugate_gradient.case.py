def prepare(model, inputs):
    a, b, x0 = inputs
    b = b.clone()
    b[3] = 0.0
    b[17] = 0.0
    return [a, b, x0]
