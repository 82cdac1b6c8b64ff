def prepare(model, inputs):
    # the unconditional half of a guidance batch: empty prompts, nothing to attend to
    x, context, mask = inputs
    mask = mask.clone()
    mask[:2] = False
    return [x, context, mask]
