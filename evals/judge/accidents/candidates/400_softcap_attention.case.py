def prepare(model, inputs):
    q, k, v, key_mask = inputs
    return [q * 6.0, k * 6.0, v, key_mask]
