def prepare(model, inputs):
    log_probs, targets, input_lengths, target_lengths = inputs
    targets = targets.clone()
    # transcripts with double letters
    targets[:, 1] = targets[:, 0]
    targets[:, 4] = targets[:, 3]
    return [log_probs, targets, input_lengths, target_lengths]
