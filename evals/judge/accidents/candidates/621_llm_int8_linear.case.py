def prepare(model, inputs):
    x = inputs[0].clone()
    x[..., 17] *= 20
    x[..., 203] = x[..., 203] * 5 + 40
    return [x]
