def prepare(model, inputs):
    # first step of an embedding table; some tokens are not in the batch
    p, grad, row_avg, col_avg, step, lr = inputs
    grad[300:] = 0
    row_avg.zero_()
    col_avg.zero_()
    return [p, grad, row_avg, col_avg, 1, lr]
