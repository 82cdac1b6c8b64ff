def prepare(model, inputs):
    chol, x, alpha = inputs
    # take an observation out again
    unit = x / x.norm(dim=1, keepdim=True)
    seen = 0.8 * (chol @ unit[:, :, None])[:, :, 0]
    return [chol, seen, -1.0]
