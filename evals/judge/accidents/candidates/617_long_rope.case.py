def prepare(model, inputs):
    q, k, position_ids = inputs
    return [q, k, position_ids + 4096]
