def prepare(model, inputs):
    times, values, query = inputs
    span = times[:, -1:]
    return [times * 0.5 + 0.25 * span, values, query]
