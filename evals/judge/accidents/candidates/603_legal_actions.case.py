def prepare(model, inputs):
    q_online, q_target, legal, reward, done, gamma = inputs
    return [q_online - 60.0, q_target - 60.0, legal, reward - 1.0, done, gamma]
