def prepare(model, inputs):
    ref, hyp, ref_len, hyp_len = inputs
    return [ref, hyp, ref_len % 26 + 70, hyp_len % 26 + 70]
