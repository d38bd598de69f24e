// What objects write while they awake is not noticed: neither they nor their context are changed by it.

/// The objects that were written to while change processing was off.
struct ChangeSuppression {
  private var depth = 0
  private var objects: [ManagedObject] = []

  /// Whether writing is not noticed at the moment.
  var isOn: Bool { depth > 0 }

  /// Notes an object that was written to.
  mutating func add(_ object: ManagedObject) {
    if objects.last !== object { objects.append(object) }
  }

  fileprivate mutating func begin() { depth += 1 }

  /// The objects that were written to, once the outermost suppression ends.
  fileprivate mutating func end() -> [ManagedObject] {
    depth -= 1
    guard depth == 0, !objects.isEmpty else { return [] }
    let written = objects
    objects = []
    return written
  }
}

extension ManagedObjectContext {
  /// Runs a body whose setters dirty nothing and keep no inverses true (semantics 47).
  ///
  /// An object that has changes already keeps them, and what is written to it then counts with them.
  func suppressingChanges(_ body: () -> Void) {
    changes.suppression.begin()
    link.isSilent = true
    body()
    defer { link.isSilent = changes.suppression.isOn }
    for object in changes.suppression.end() where !object.flags.contains(.changed) {
      object.overlay?.silence()
    }
  }
}
