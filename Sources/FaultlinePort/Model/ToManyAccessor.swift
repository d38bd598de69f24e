// The accessors of to-many relationships: what Xcode generates, and the bodies that Core Data would supply.

/// An accessor that changes a to-many relationship, such as `addToPages(_:)`.
struct ToManyAccessor: Equatable {
  enum Change: Equatable {
    case addOne, addMany, removeOne, removeMany
    case insertOne, insertMany, removeAt, removeAtMany, replaceOne, replaceMany
  }

  var change: Change
  /// The relationship's name.
  var key: String

  /// The declarations that Xcode generates for a relationship.
  static func generated(for name: String, element: String, isOrdered: Bool) -> [String] {
    let upper = SwiftIdentifier.capitalized(name)
    let set = isOrdered ? "NSOrderedSet" : "NSSet"
    let ordered = [
      "@objc(insertObject:in\(upper)AtIndex:)",
      "@NSManaged public func insertInto\(upper)(_ value: \(element), at idx: Int)",
      "@objc(removeObjectFrom\(upper)AtIndex:)",
      "@NSManaged public func removeFrom\(upper)(at idx: Int)",
      "@objc(insert\(upper):atIndexes:)",
      "@NSManaged public func insertInto\(upper)(_ values: [\(element)], at indexes: NSIndexSet)",
      "@objc(remove\(upper)AtIndexes:)",
      "@NSManaged public func removeFrom\(upper)(at indexes: NSIndexSet)",
      "@objc(replaceObjectIn\(upper)AtIndex:withObject:)",
      "@NSManaged public func replace\(upper)(at idx: Int, with value: \(element))",
      "@objc(replace\(upper)AtIndexes:with\(upper):)",
      "@NSManaged public func replace\(upper)(at indexes: NSIndexSet, with values: [\(element)])",
    ]
    return (isOrdered ? ordered : []) + [
      "@objc(add\(upper)Object:)",
      "@NSManaged public func addTo\(upper)(_ value: \(element))",
      "@objc(remove\(upper)Object:)",
      "@NSManaged public func removeFrom\(upper)(_ value: \(element))",
      "@objc(add\(upper):)",
      "@NSManaged public func addTo\(upper)(_ values: \(set))",
      "@objc(remove\(upper):)",
      "@NSManaged public func removeFrom\(upper)(_ values: \(set))",
    ]
  }

  /// Recognizes an accessor by the selector that is written at it, such as `addPagesObject:`.
  init?(selector: String) {
    let parts = selector.split(separator: ":", omittingEmptySubsequences: false)
    func between(_ prefix: String, _ part: Substring, _ suffix: String) -> String? {
      guard part.hasPrefix(prefix), part.hasSuffix(suffix),
        part.utf8.count > prefix.utf8.count + suffix.utf8.count
      else { return nil }
      return SwiftIdentifier.decapitalized(part.dropFirst(prefix.count).dropLast(suffix.count))
    }
    guard let first = parts.first else { return nil }
    switch parts.count {
    case 2:
      if let key = between("removeObjectFrom", first, "AtIndex") {
        self.init(change: .removeAt, key: key)
      } else if let key = between("remove", first, "AtIndexes") {
        self.init(change: .removeAtMany, key: key)
      } else if let key = between("add", first, "Object") {
        self.init(change: .addOne, key: key)
      } else if let key = between("remove", first, "Object") {
        self.init(change: .removeOne, key: key)
      } else if let key = between("add", first, "") {
        self.init(change: .addMany, key: key)
      } else if let key = between("remove", first, "") {
        self.init(change: .removeMany, key: key)
      } else {
        return nil
      }
    case 3:
      if first == "insertObject", let key = between("in", parts[1], "AtIndex") {
        self.init(change: .insertOne, key: key)
      } else if parts[1] == "atIndexes", let key = between("insert", first, "") {
        self.init(change: .insertMany, key: key)
      } else if parts[1] == "withObject", let key = between("replaceObjectIn", first, "AtIndex") {
        self.init(change: .replaceOne, key: key)
      } else if let key = between("replace", first, "AtIndexes") {
        self.init(change: .replaceMany, key: key)
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// Recognizes an accessor by its Swift name and the types of its parameters.
  init?(function: String, labels: [String?], types: [String]) {
    guard labels.count == types.count, let type = types.first else { return nil }
    func key(_ prefix: String) -> String? {
      let rest = function.dropFirst(prefix.count)
      guard function.hasPrefix(prefix), let first = rest.utf8.first, Bytes.isUppercase(first)
      else { return nil }
      return SwiftIdentifier.decapitalized(rest)
    }
    let isMany =
      type.hasPrefix("[") || type.hasPrefix("Set<") || type.hasPrefix("Array<")
      || type.hasPrefix("NSSet") || type.hasPrefix("NSOrderedSet") || type.hasPrefix("NSArray")
    let isIndexSet = type.hasPrefix("NSIndexSet") || type.hasPrefix("IndexSet")
    if let key = key("addTo"), labels == [nil] {
      self.init(change: isMany ? .addMany : .addOne, key: key)
    } else if let key = key("removeFrom"), labels == [nil] {
      self.init(change: isMany ? .removeMany : .removeOne, key: key)
    } else if let key = key("removeFrom"), labels == ["at"] {
      self.init(change: isIndexSet ? .removeAtMany : .removeAt, key: key)
    } else if let key = key("insertInto"), labels == [nil, "at"] {
      self.init(change: isMany ? .insertMany : .insertOne, key: key)
    } else if let key = key("replace"), labels == ["at", "with"] {
      self.init(change: isIndexSet ? .replaceMany : .replaceOne, key: key)
    } else if labels.count == 1, isMany || function.hasSuffix("Object") {
      self.init(selector: function + ":")
    } else {
      return nil
    }
  }

  private init(change: Change, key: String) {
    self.change = change
    self.key = key
  }

  /// The statement that makes the change, with the names of the parameters.
  func body(_ names: [String], types: [String], isOrdered: Bool) -> String {
    let value = names.first ?? "value"
    let other = names.count > 1 ? names[1] : "idx"
    let set =
      isOrdered
      ? "mutableOrderedSetValue(forKey: \"\(key)\")" : "mutableSetValue(forKey: \"\(key)\")"
    func indexes(_ name: String, _ type: String) -> String {
      type.hasPrefix("NSIndexSet") ? "IndexSet(\(name))" : name
    }
    let types = types + ["", ""]
    switch change {
    case .addOne: return "\(set).add(\(value))"
    case .removeOne: return "\(set).remove(\(value))"
    case .addMany: return "let set = \(set); for value in \(value) { set.add(value) }"
    case .removeMany: return "let set = \(set); for value in \(value) { set.remove(value) }"
    case .insertOne: return "\(set).insert(\(value), at: \(other))"
    case .insertMany: return "\(set).insert(\(value), at: \(indexes(other, types[1])))"
    case .removeAt: return "\(set).removeObject(at: \(value))"
    case .removeAtMany: return "\(set).removeObjects(at: \(indexes(value, types[0])))"
    case .replaceOne: return "\(set).replaceObject(at: \(value), with: \(other))"
    case .replaceMany:
      return "\(set).replaceObjects(at: \(indexes(value, types[0])), with: \(other))"
    }
  }
}
