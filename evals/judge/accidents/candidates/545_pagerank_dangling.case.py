def prepare(model, inputs):
    src, dst, teleport, damping = inputs
    n = teleport.size(0)
    return [src % (n * 3 // 4), dst, teleport, damping]
