def prepare(model, inputs):
    sigma, rgb, depth, step = inputs
    step = step.clone()
    step[:, -1] = 1e10
    return [sigma, rgb, depth, step]
