def prepare(model, inputs):
    log_p, text_len, frame_len = inputs
    return [log_p * 10.0, text_len, frame_len]
