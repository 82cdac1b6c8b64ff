def prepare(model, inputs):
    pos, vel, force, mass, dt = inputs

    def by_component(t):
        return t.transpose(1, 2).contiguous().transpose(1, 2)

    return [by_component(pos), by_component(vel), by_component(force), mass, dt]
