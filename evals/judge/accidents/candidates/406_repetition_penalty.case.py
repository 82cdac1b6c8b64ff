def prepare(model, inputs):
    logits, input_ids, penalty, temperature = inputs
    t = input_ids.shape[1]
    return [logits, input_ids[:, : t // 4].repeat(1, 4), penalty, temperature]
