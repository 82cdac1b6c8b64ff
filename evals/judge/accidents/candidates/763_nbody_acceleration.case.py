def prepare(model, inputs):
    pos, mass, softening = inputs
    return [pos, mass, 0.0]
