def prepare(model, inputs):
    # seconds since 1900-01-01, the usual epoch of reanalysis files, in the year 2024
    return [inputs[0] + 3913056000]
