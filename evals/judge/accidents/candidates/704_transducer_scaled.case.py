def prepare(model, inputs):
    logits, targets, frames, symbols = inputs
    logits = logits.clone()
    logits[..., model.blank] += 20.0
    symbols = symbols.clone().fill_(targets.shape[1])
    targets = targets.clamp(min=1)
    return [logits, targets, frames, symbols]
