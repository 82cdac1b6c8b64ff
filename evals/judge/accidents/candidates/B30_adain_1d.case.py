def prepare(model, inputs):
    # near-silent stretch: features of small amplitude
    x, s = inputs
    return [x * 0.004, s]
