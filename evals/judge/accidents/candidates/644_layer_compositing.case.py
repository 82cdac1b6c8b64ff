def prepare(model, inputs):
    alpha, color = inputs
    # the background layer is opaque
    alpha = alpha.clone()
    alpha[:, -1] = 1.0
    return [alpha, color]
