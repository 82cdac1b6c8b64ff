def prepare(model, inputs):
    g = inputs[0].clone()
    g[3] = 0.0
    return [g]
