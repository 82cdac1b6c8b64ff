def prepare(model, inputs):
    x, y0, alpha = inputs
    return [x, y0, 0.3]
