def prepare(model, inputs):
    inputs = list(inputs)
    kept = inputs[5].transpose(-1, -2).contiguous()
    inputs[5] = kept.transpose(-1, -2)
    return inputs
