// The values of objects in a context, unsaved changes included; faults fire.

/// Objects as a context has them.
///
/// A relationship without an inverse may still lead to an object that is gone for good: it counts as empty then.
struct LiveSource: ObjectSource {
  func value(at slot: Int, of object: ManagedObject) throws(GraphError) -> Scalar {
    Scalar(try object.value(at: slot))
  }

  func destination(_ tie: Int, of object: ManagedObject) throws(GraphError) -> ManagedObject? {
    try object.destination(tie).flatMap { $0.flags.contains(.detached) ? nil : $0 }
  }

  func members(_ tie: Int, of object: ManagedObject) throws(GraphError) -> [ManagedObject] {
    try object.members(tie).objects.filter { !$0.flags.contains(.detached) }
  }

  func identity(of object: ManagedObject) -> Identity {
    Identity(object.entity, object.key, object.identityTable.space)
  }
}
