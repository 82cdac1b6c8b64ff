def prepare(model, inputs):
    anchors, boxes = inputs
    boxes = boxes.clone()
    boxes[1, 5:] = 0
    return [anchors, boxes]
