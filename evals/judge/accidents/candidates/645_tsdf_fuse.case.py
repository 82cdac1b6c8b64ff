def prepare(model, inputs):
    tsdf, weight, sdf = inputs
    # a long scan: every voxel has been seen many times
    return [tsdf, weight.clone().fill_(model.max_weight), sdf]
