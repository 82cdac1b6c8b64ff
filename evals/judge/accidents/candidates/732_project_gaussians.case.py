def prepare(model, inputs):
    means, scales, quats, view, fx, fy, width, height = inputs
    rot, shift = view[:3, :3], view[:3, 3]
    cam = means @ rot.t() + shift
    cam[:, :2] = cam[:, :2] * 3
    return [(cam - shift) @ rot, scales, quats, view, fx, fy, width, height]
