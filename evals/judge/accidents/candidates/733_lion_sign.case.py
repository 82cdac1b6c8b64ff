def prepare(model, inputs):
    # embedding table: most rows were in no batch so far
    p, grad, exp_avg = inputs[:3]
    grad[100:] = 0
    exp_avg[100:] = 0
    return inputs
