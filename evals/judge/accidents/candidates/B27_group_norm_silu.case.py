def prepare(model, inputs):
    # deep decoder activations: a large common offset with a modest spread around it
    x = inputs[0] * 0.5 + 60.0
    return [x]
