// A context drawn as text, to be compared with the drawing that a test expects.

public import Faultline

/// The registered objects of a context, one a line, in the order of registration.
///
/// ```
/// Employee Ada · changed · manager → Grace
/// Employee Grace · reports ⇒ Ada
/// Employee (fault)
/// Employee (fault, name Bob)
/// ```
/// A fault shows the attributes that it knows.
/// Relationships stand there as far as they are realized; drawing fires nothing.
public func drawing(of context: ManagedObjectContext) -> String {
  context.registeredObjects.map(line(of:)).joined(separator: "\n")
}

private func line(of object: ManagedObject) -> String {
  var parts = [title(of: object)]
  if object.isInserted { parts.append("inserted") }
  if object.isUpdated { parts.append("changed") }
  if object.isDeleted { parts.append("deleted") }
  var ends: [(key: String, names: [String])] = []
  let ties = object.entity.layout.ties
  object.forEachReference { tie, other in
    let key = ties[tie].relationship.name + (ties[tie].isToMany ? " ⇒ " : " → ")
    if ends.last?.key == key {
      ends[ends.count - 1].names.append(name(of: other))
    } else {
      ends.append((key, [name(of: other)]))
    }
  }
  parts += ends.map { $0.key + $0.names.joined(separator: ", ") }
  return parts.joined(separator: " · ")
}

private func title(of object: ManagedObject) -> String {
  "\(object.entity.name) \(name(of: object))"
}

private func name(of object: ManagedObject) -> String {
  guard !object.isFault else {
    let known = object.entity.attributesByName.keys.sorted().compactMap { key in
      object.primitiveValue(forKey: key).map { "\(key) \($0)" }
    }
    return "(\((["fault"] + known).joined(separator: ", ")))"
  }
  return object.value(forKey: "name") as? String ?? "(no name)"
}
