def prepare(model, inputs):
    x = inputs[0]
    return [x.bfloat16().float()]
