def prepare(model, inputs):
    # simulated steps before digitisation: several deposits in one cell
    energy, cell = inputs
    return [energy, cell // 4 * 4]
