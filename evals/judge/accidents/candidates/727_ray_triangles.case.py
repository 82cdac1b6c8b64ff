def prepare(model, inputs):
    origins, dirs, tris, t_near, t_far = inputs
    return [origins * 0.005, dirs, tris * 0.005, t_near, t_far]
