def prepare(model, inputs):
    # a quiet recording: every bin lies below 0 dB
    return [inputs[0] * 1e-6]
