def prepare(model, inputs):
    stress = inputs[0].clone()
    # pure shear in the xy plane under a hydrostatic pressure
    shear = stress[:, 1, 0].clone()
    pressure = stress[:, 2, 2].clone()
    stress.zero_()
    for i in range(3):
        stress[:, i, i] = pressure
    stress[:, 0, 1] = shear
    stress[:, 1, 0] = shear
    return [stress]
