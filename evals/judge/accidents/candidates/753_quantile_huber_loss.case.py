def prepare(model, inputs):
    pred, target, kappa = inputs
    return [pred, target, 0.1]
