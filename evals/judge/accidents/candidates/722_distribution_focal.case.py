def prepare(model, inputs):
    pred, target, weight = inputs
    target = (target * 8).round() / 8
    return [pred, target, weight]
