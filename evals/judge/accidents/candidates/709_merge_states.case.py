def prepare(model, inputs):
    out_a, lse_a, out_b, lse_b = [x.clone() for x in inputs]
    out_a[::2] = 0.0
    lse_a[::2] = float("-inf")
    return [out_a, lse_a, out_b, lse_b]
