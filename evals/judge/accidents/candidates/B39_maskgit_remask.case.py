def prepare(model, inputs):
    # a confident model: many probabilities saturate at 1
    conf, ids, known, k = inputs
    return [(conf * 2.0).clamp(max=1.0), ids, known, k]
