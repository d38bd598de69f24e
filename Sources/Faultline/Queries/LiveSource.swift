// The values of objects in a context, unsaved changes included; faults fire.

/// Objects as a context has them.
struct LiveSource: ObjectSource {
  func value(at slot: Int, of object: ManagedObject) throws(GraphError) -> Scalar {
    Scalar(try object.value(at: slot))
  }

  func destination(_ tie: Int, of object: ManagedObject) throws(GraphError) -> ManagedObject? {
    try object.destination(tie)
  }

  func members(_ tie: Int, of object: ManagedObject) throws(GraphError) -> [ManagedObject] {
    try object.members(tie).objects
  }

  func identity(of object: ManagedObject) -> Identity {
    Identity(object.entity, object.key, object.home.space)
  }
}
