def prepare(model, inputs):
    # some symbols are first quoted in the afternoon
    left_key, left_time, right_key, right_time, right_value, fill = inputs
    early = (right_key >= 40) & (right_time < 14_400_000)
    right_key[early] -= 40
    return [left_key, left_time, right_key, right_time, right_value, fill]
