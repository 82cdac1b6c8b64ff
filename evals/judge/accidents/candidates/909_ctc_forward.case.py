import torch


def prepare(model, inputs):
    logits, targets, il, tl = inputs
    logits, targets = logits.clone(), targets.clone()
    # letters of real words double ("hello"); the network sees one long letter
    targets[:, 1::2] = targets[:, 0::2]
    for n in range(targets.shape[0]):
        L, T = int(tl[n]), int(il[n])
        for t in range(T):
            logits[t, n, targets[n, t * L // T]] += 9.0
    return [logits, targets, il, tl]
