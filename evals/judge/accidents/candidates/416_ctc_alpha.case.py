def prepare(model, inputs):
    logits, targets, input_lengths, target_lengths = inputs
    input_lengths = input_lengths.clone()
    target_lengths = target_lengths.clone()
    for i, frames in ((2, 14), (9, 22)):
        input_lengths[i] = frames
        target_lengths[i] = 0
    return [logits, targets, input_lengths, target_lengths]
