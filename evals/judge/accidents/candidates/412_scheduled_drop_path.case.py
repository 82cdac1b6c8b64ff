def prepare(model, inputs):
    model.train()
    model.drop_prob.fill_(0.3)
    return inputs
