def prepare(model, inputs):
    image, kp = inputs
    kp = kp.clone()
    kp[:, :2] = (kp[:, :2] - 24) / 152 * 198
    kp[::2, 0] = kp[::2, 0] / 20
    return [image, kp]
