def prepare(model, inputs):
    q, k, v, mask = inputs
    mask = mask.clone()
    mask[:, :24] = True
    return [q, k, v, mask]
