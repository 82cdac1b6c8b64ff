def prepare(model, inputs):
    # the last step of the sampler
    x, eps, t = inputs
    return [x, eps, t % 20]
