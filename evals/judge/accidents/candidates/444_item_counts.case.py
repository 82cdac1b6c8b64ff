def prepare(model, inputs):
    model.train()
    user_vec, item_ids = inputs
    item_ids = item_ids.clone()
    item_ids[:80] = item_ids[0]
    item_ids[80:110] = item_ids[80]
    return [user_vec, item_ids]
