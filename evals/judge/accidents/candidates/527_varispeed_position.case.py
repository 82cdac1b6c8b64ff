def prepare(model, inputs):
    return [inputs[0], 44100, 48000]
