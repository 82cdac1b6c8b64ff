def prepare(model, inputs):
    pos, box, h = inputs
    return [pos, box, 4.0]
