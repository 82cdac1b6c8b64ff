def prepare(model, inputs):
    x, sigma = inputs
    # the image in 0..255, with the range parameter in the same unit
    return [x * 255.0, 25.0]
