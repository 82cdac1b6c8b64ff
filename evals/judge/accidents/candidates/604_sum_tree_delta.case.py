def prepare(model, inputs):
    tree, index, td_error = inputs
    index = index.clone()
    td_error = td_error.clone() * 3.0
    index[256:] = index[:256]
    td_error[256:] = td_error[:256]
    return [tree, index, td_error]
