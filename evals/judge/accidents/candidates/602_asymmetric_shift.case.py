def prepare(model, inputs):
    logits, targets, gamma_pos, gamma_neg, clip = inputs
    return [logits - 2.0, targets, 0.0, 1.0, clip]
