def prepare(model, inputs):
    scores, labels, counts, threshold = inputs
    return [scores, labels, counts * 200, threshold]
