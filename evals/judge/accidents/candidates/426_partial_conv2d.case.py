def prepare(model, inputs):
    # one rectangular hole of 20 x 20 pixels to fill
    x, mask = inputs
    mask[:, :, 14:34, 10:30] = 0.0
    return [x, mask]
