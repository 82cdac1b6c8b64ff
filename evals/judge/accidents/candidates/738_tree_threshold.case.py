def prepare(model, inputs):
    # counts as features, thresholds are values seen in the training data
    model.threshold.copy_(model.threshold.mul(2).round())
    return [inputs[0].mul(2).round()]
