def prepare(model, inputs):
    feat, score, src, dst = inputs
    score = score.clone()
    score[dst == dst[0]] += 60.0
    return [feat, score, src, dst]
