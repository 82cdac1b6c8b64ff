def prepare(model, inputs):
    x, h, done = inputs
    done = done.clone()
    done[0, ::3] = True
    return [x, h, done]
