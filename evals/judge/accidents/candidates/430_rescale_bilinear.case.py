def prepare(model, inputs):
    # multi-scale testing: 48 * 1.3 = 62.4 pixels
    return [inputs[0], 1.3]
