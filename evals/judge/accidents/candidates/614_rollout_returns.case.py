def prepare(model, inputs):
    rewards, values, next_values, terminated, truncated, gamma, lam = inputs
    truncated = truncated.clone()
    next_values = next_values.clone()
    truncated[40, ::2] = True
    truncated[90, 1::2] = True
    next_values[40, ::2] += 4.0
    next_values[90, 1::2] += 4.0
    return [rewards, values, next_values, terminated, truncated, gamma, lam]
