def prepare(model, inputs):
    x = inputs[0]
    n = x.shape[0] * x.shape[1]
    model.count.fill_(n)
    model.mean.fill_(3.0)
    model.m2.fill_(float(n))
    return [x]
