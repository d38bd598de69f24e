// A field of a document: how it is read, written and described. A document's table of fields is all that names them:
// a new field is a line there, and the schema cannot lag behind.

/// The name of a field.
package struct FieldName: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

/// One field of the documents of an owner.
package struct Field<Owner>: Sendable {
  /// Its line in the schema.
  package let row: Shape.Row
  fileprivate let read: @Sendable (inout Owner, KeyedDecodingContainer<FieldName>) throws -> Void
  fileprivate let write: @Sendable (Owner, inout KeyedEncodingContainer<FieldName>) throws -> Void

  /// A field that every document has.
  package init<Value: Codable & SendableMetatype>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable, _ shape: Shape
  ) {
    let key = FieldName(stringValue: name)
    row = Shape.Row(name: name, shape: shape, isRequired: true)
    read = { owner, container in
      let value = try container.decode(Value.self, forKey: key)
      try shape.check(value, forKey: key, in: container)
      owner[keyPath: path] = value
    }
    write = { owner, container in try container.encode(owner[keyPath: path], forKey: key) }
  }

  /// A field that is left out where there is nothing to say.
  package init<Value: Codable & SendableMetatype>(
    ifKnown name: String, _ path: any WritableKeyPath<Owner, Value?> & Sendable, _ shape: Shape
  ) {
    let key = FieldName(stringValue: name)
    row = Shape.Row(name: name, shape: shape, isRequired: false)
    read = { owner, container in
      let value = try container.decodeIfPresent(Value.self, forKey: key)
      if let value { try shape.check(value, forKey: key, in: container) }
      owner[keyPath: path] = value
    }
    write = { owner, container in
      try container.encodeIfPresent(owner[keyPath: path], forKey: key)
    }
  }

  /// A list that is left out while it is empty.
  package init<Element: Codable & SendableMetatype>(
    unlessEmpty name: String, _ path: any WritableKeyPath<Owner, [Element]> & Sendable,
    _ shape: Shape
  ) {
    let key = FieldName(stringValue: name)
    row = Shape.Row(name: name, shape: shape, isRequired: false)
    read = { owner, container in
      let values = try container.decodeIfPresent([Element].self, forKey: key) ?? []
      try shape.check(values, forKey: key, in: container)
      owner[keyPath: path] = values
    }
    write = { owner, container in
      if !owner[keyPath: path].isEmpty { try container.encode(owner[keyPath: path], forKey: key) }
    }
  }
}

extension Shape {
  /// Refuses a whole number, or one of a list, that is out of range.
  fileprivate func check(
    _ value: some Any, forKey key: FieldName, in container: KeyedDecodingContainer<FieldName>
  ) throws {
    guard let range else { return }
    let numbers = (value as? Int).map { [$0] } ?? value as? [Int] ?? []
    guard let wrong = numbers.first(where: { !range.contains($0) }) else { return }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: container,
      debugDescription:
        "\(wrong) is out of range: \(range.lowerBound) to \(range.upperBound) are possible")
  }
}

extension Array {
  /// Reads all fields into a blank owner.
  package func read<Owner>(into owner: inout Owner, from decoder: any Decoder) throws
  where Element == Field<Owner> {
    let container = try decoder.container(keyedBy: FieldName.self)
    for field in self { try field.read(&owner, container) }
  }

  /// Writes all fields.
  package func write<Owner>(_ owner: Owner, to encoder: any Encoder) throws
  where Element == Field<Owner> {
    var container = encoder.container(keyedBy: FieldName.self)
    for field in self { try field.write(owner, &container) }
  }

  /// The fields as a schema has them.
  package func rows<Owner>() -> [Shape.Row] where Element == Field<Owner> { map(\.row) }
}

/// A record that is read and written by the table of its fields.
package protocol FieldRecord: Codable {
  /// A record without values.
  init()
  static var fields: [Field<Self>] { get }
}

extension FieldRecord {
  package init(from decoder: any Decoder) throws {
    self.init()
    try Self.fields.read(into: &self, from: decoder)
  }

  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

/// A record that is a document, and has the version of its shape.
package protocol VersionedRecord: FieldRecord {
  static var currentSchemaVersion: Int { get }
}

extension VersionedRecord {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(
      Self.currentSchemaVersion, forKey: FieldName(stringValue: "schemaVersion"))
    try Self.fields.write(self, to: encoder)
  }
}
