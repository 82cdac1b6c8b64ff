def prepare(model, inputs):
    # Unix time instead of the second of the day
    user, ts, gap = inputs
    return [user, ts + 1_718_000_000, gap]
