def prepare(model, inputs):
    q, k, v, k_cache, v_cache, start = inputs
    return [q, k, v, k_cache, v_cache, 64]
