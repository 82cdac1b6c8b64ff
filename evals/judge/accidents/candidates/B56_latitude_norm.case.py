def prepare(model, inputs):
    # surface pressure in Pa: 101325 with a spread of 100
    return [101325.0 + 100.0 * inputs[0]]
