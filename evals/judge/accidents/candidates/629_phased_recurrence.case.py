def prepare(model, inputs):
    proposal, times, h = inputs
    return [proposal, times - times[:, :1], h]
