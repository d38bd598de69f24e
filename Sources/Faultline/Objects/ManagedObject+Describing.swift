// An object in one line, for messages and debuggers; drawing it fires nothing.

extension ManagedObject: CustomStringConvertible {
  /// The ID, then each value that is loaded or known to a fault; what is not says that it is a fault.
  final var drawn: String {
    let parts = identityTable.layout.keys.compactMap { key -> String? in
      guard let property = identityTable.layout.property(named: key) else { return nil }
      return isFault && !knows(property) ? nil : "\(key): \(drawing(of: property))"
    }
    let all = isFault ? ["fault"] + parts : parts
    return "<\(objectID): \(all.joined(separator: ", "))>"
  }

  private func drawing(of property: EntityLayout.Property) -> String {
    switch property {
    case .attribute(let slot):
      guard let value = try? bareValue(at: slot) else { return "nil" }
      return value is String ? "'\(value)'" : "\(value)"
    case .relationship(let tie) where identityTable.layout.ties[tie].isToMany:
      guard let set = ties?.set(tie), !set.isFault else { return "fault" }
      return set.count == 1 ? "1 object" : "\(set.count) objects"
    case .relationship(let tie):
      if let destination = ties?.destination(tie) { return "\(destination.objectID)" }
      guard let slot = identityTable.layout.ties[tie].slot,
        let slots = slots ?? slots(knowing: slot), !Slots.isEmpty(slots, slot)
      else {
        return "nil"
      }
      // Without the context there is a destination, and its ID cannot be found.
      let key = ForeignKey(bits: slots[slot])
      guard let id = try? managedObjectContext?.objectID(at: key, beside: self) else {
        return "fault"
      }
      return "\(id)"
    }
  }
}
