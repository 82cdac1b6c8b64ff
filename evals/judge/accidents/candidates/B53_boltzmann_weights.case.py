def prepare(model, inputs):
    # a few frames with a steric clash: 250 to 330 kJ/mol above the others
    energy, beta = inputs
    energy = energy.clone()
    energy[:, ::500] += 290.0
    return [energy, beta]
