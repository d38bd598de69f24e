// Properties by name, for code that learns the names at run time.

extension ManagedObject {
  /// What `value(forKey:)` does where no subclass does more.
  final func modeledValue(forKey key: String) -> Any? {
    do throws(GraphError) {
      checkQueue(key)
      guard let property = identityTable.layout.property(named: key) else {
        if let fetched = entity.propertiesByName[key] as? FetchedPropertyDescription {
          return try fetchedValue(fetched)
        }
        return try value(of: try property(key))
      }
      return try value(of: property)
    } catch {
      misuse(error)
    }
  }

  /// What `setValue(_:forKey:)` does where no subclass does more.
  final func setModeledValue(_ value: Any?, forKey key: String) {
    do throws(GraphError) {
      switch try property(key) {
      case .attribute(let slot): try set(try cell(value, slot), at: slot)
      case .relationship(let tie) where identityTable.layout.ties[tie].isToMany:
        try setMembers(try objects(value, key), tie)
      case .relationship(let tie): try setDestination(try object(value, key), tie)
      }
    } catch {
      misuse(error)
    }
  }

  /// The value of a property as the public face hands it out.
  final func value(of property: EntityLayout.Property) throws(GraphError) -> Any? {
    switch property {
    case .attribute(let slot): return try bareValue(at: slot)
    case .relationship(let tie) where identityTable.layout.ties[tie].isToMany:
      return collection(try members(tie).objects, tie)
    case .relationship(let tie): return try destination(tie)
    }
  }

  /// Objects as a relationship hands them out: in a list if it is ordered, else in a set.
  final func collection(_ objects: [ManagedObject], _ tie: Int) -> Any {
    identityTable.layout.ties[tie].isOrdered ? objects : Set(objects)
  }

  /// Whether a relationship is not loaded; asking does not load it.
  public final func hasFault(forRelationshipNamed name: String) -> Bool {
    do throws(GraphError) {
      guard case .relationship(let tie) = try property(name) else {
        throw GraphError(
          .unsupportedRequest, "'\(entity.name).\(name)' is no relationship.", key: name)
      }
      return hasFault(tie: tie)
    } catch {
      misuse(error)
    }
  }

  /// What a key stands for, or an error that lists the known ones.
  package final func property(_ key: String) throws(GraphError) -> EntityLayout.Property {
    checkQueue(key)
    guard let property = identityTable.layout.property(named: key) else {
      throw GraphError(
        .unsupportedRequest,
        "'\(entity.name)' has no property '\(key)'; it has "
          + "\(identityTable.layout.keys.joined(separator: ", ")).",
        objectID: objectID, key: key)
    }
    return property
  }

  /// Replaces the members of a to-many relationship; of a list that names an object several times the first place
  /// counts.
  package final func setMembers(_ objects: [ManagedObject], _ tie: Int) throws(GraphError) {
    var wanted = Set(objects)
    for member in try members(tie).objects where !wanted.contains(member) {
      try remove(member, tie)
    }
    for object in objects where try !members(tie).contains(object) { try insert(object, tie) }
    guard identityTable.layout.ties[tie].isOrdered else { return }
    var place = 0
    for object in objects where wanted.remove(object) != nil {
      guard let now = try members(tie).index(of: object) else { continue }
      if now != place { try move(from: now, to: place, tie) }
      place += 1
    }
  }

  final func object(_ value: Any?, _ key: String) throws(GraphError) -> ManagedObject? {
    guard let value else { return nil }
    guard let object = value as? ManagedObject else {
      throw GraphError(
        .coreData,
        "'\(entity.name).\(key)' leads to an object, and a \(type(of: value)) was given.",
        objectID: objectID, key: key)
    }
    return object
  }

  final func objects(_ value: Any?, _ key: String) throws(GraphError) -> [ManagedObject] {
    switch value {
    case nil: return []
    case let list as [ManagedObject]: return list
    case let set as Set<ManagedObject>: return set.sorted { $0.serial < $1.serial }
    default:
      throw GraphError(
        .coreData,
        "'\(entity.name).\(key)' leads to a set of objects, and something else was given.",
        objectID: objectID, key: key)
    }
  }
}
