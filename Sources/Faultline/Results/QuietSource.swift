// Values of objects without firing them: what lies beneath a fault is read where it lies.

/// Objects as a context has them, for callers that look at many and leave them as they are.
///
/// A fault that has its row is asked without being filled, and a to-one relationship without being realized; what
/// cannot be had in that way is had as usual.
struct QuietSource: ObjectSource {
  private let usual = LiveSource()

  func value(at slot: Int, of object: ManagedObject) throws(GraphError) -> Scalar {
    guard let row = Self.row(beneath: object) else { return try usual.value(at: slot, of: object) }
    return row.scalar(at: slot, object.identityTable.layout)
  }

  func destination(_ tie: Int, of object: ManagedObject) throws(GraphError) -> ManagedObject? {
    guard let row = Self.row(beneath: object),
      let slot = object.identityTable.layout.ties[tie].slot,
      let context = object.managedObjectContext
    else { return try usual.destination(tie, of: object) }
    guard let key = row.foreignKey(slot) else { return nil }
    return try context.object(at: key, beside: object)
  }

  func members(_ tie: Int, of object: ManagedObject) throws(GraphError) -> [ManagedObject] {
    try usual.members(tie, of: object)
  }

  func identity(of object: ManagedObject) -> Identity { usual.identity(of: object) }

  /// The row of a fault that has been given one.
  static func row(beneath object: ManagedObject) -> Row? { object.isFault ? object.row : nil }
}
