def prepare(model, inputs):
    feat, rois = inputs
    rois = rois.clone()
    size = rois[:, 3:] - rois[:, 1:3]
    rois[:, 3:] = rois[:, 1:3] + size / 32
    return [feat, rois]
