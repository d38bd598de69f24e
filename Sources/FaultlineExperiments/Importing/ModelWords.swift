// A model as an import needs it: which entity a table has, and values that its rules allow.

package import Faultline
package import FaultlineRecordings

/// Finds what a log names in the model of the app.
package struct ModelWords {
  package let model: ManagedObjectModel
  private let byTable: [String: EntityDescription]
  /// Entities by the numbers that stand in `Z_ENT`.
  private let byNumber: [Int: EntityDescription]

  package init(_ model: ManagedObjectModel) {
    self.model = model
    var byTable: [String: EntityDescription] = [:]
    // The table of a tree of entities is the root's.
    for entity in model.entities where entity.superentity == nil {
      byTable["Z" + entity.name.uppercased()] = entity
    }
    self.byTable = byTable
    // Numbers follow the names within each tree, parents first.
    var byNumber: [Int: EntityDescription] = [:]
    func number(_ entities: [EntityDescription]) {
      for entity in entities.sorted(by: { $0.name < $1.name }) {
        byNumber[byNumber.count + 1] = entity
        number(model.entities.filter { $0.superentity === entity })
      }
    }
    number(model.entities.filter { $0.superentity == nil })
    self.byNumber = byNumber
  }

  /// The names that a report can use in place of tables.
  package var names: NameBook { NameBook(entities: byTable.mapValues(\.name)) }

  package func entity(_ name: EntityName) -> EntityDescription? {
    if let own = name.name { return model.entitiesByName[own] }
    return name.table.flatMap { byTable[$0] }
  }

  /// The attribute of a column: `ZNAME` is `name`.
  package func attribute(_ column: String, of entity: EntityDescription) -> String? {
    entity.attributesByName.keys.sorted().first { "Z" + $0.uppercased() == column }
  }

  /// What a fetch of objects has named, if the model has all of it; nothing for one of whole rows.
  package func properties(_ request: ObservedRequest, of entity: EntityDescription) -> [String] {
    guard let statement = request.statement, statement.isPartial, !statement.hasVersion else {
      return []
    }
    // The second column of a relationship says of which entity its destination is.
    let columns = statement.columns.filter { $0.dropFirst().first?.isNumber == false }
    let names = columns.compactMap { attribute($0, of: entity) ?? destination($0, of: entity) }
    return names.count == columns.count ? names : []
  }

  /// The entity at the root of another's tree, whose table it is.
  package func root(_ entity: EntityDescription) -> EntityDescription {
    var root = entity
    while let above = root.superentity { root = above }
    return root
  }

  /// The entity of a row that was written: a table with several has the number of the entity in each row.
  package func entity(_ name: EntityName, numbered line: ObservedSave.Line) -> EntityDescription? {
    guard let root = entity(name) else { return nil }
    guard let place = line.statement.columns.firstIndex(of: "Z_ENT"),
      line.values.indices.contains(place), let number = Int(line.values[place]),
      let own = byNumber[number], own.isKindOf(entity: root)
    else { return root }
    return own
  }

  /// The to-one relationship of a column: `ZOWNER` is `owner`.
  package func destination(_ column: String, of entity: EntityDescription) -> String? {
    entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name).sorted()
      .first { "Z" + $0.uppercased() == column }
  }

  /// The one relationship that leads from an entity to one object of another; nil where there are several or none.
  package func path(from source: EntityDescription, to destination: EntityDescription) -> String? {
    let found = source.relationshipsByName.values.filter { relationship in
      !relationship.isToMany
        && relationship.destinationEntity.map {
          destination.isKindOf(entity: $0) || $0.isKindOf(entity: destination)
        } == true
    }
    return found.count == 1 ? found.first?.name : nil
  }

  /// Values that a new object cannot be saved without; nil where a rule asks for what is not made up here.
  ///
  /// Objects of one series have an index of their own each. Values that must be unique differ between series as well.
  package func required(
    _ entity: EntityDescription, series: Int = 0
  ) -> [(name: String, value: String)]? {
    var values: [(name: String, value: String)] = []
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name })
    where !attribute.isOptional && !attribute.isTransient && !attribute.isDerived {
      let isUnique = isUnique(attribute.name, entity)
      if attribute.defaultValue != nil, !isUnique { continue }
      guard let value = Self.value(attribute, unique: isUnique ? series : nil) else { return nil }
      values.append((attribute.name, value))
    }
    for name in entity.uniquenessConstraints.joined()
    where !values.contains(where: { $0.name == name }) {
      guard let attribute = entity.attributesByName[name],
        let value = Self.value(attribute, unique: series)
      else { continue }
      values.append((name, value))
    }
    return values
  }

  private func isUnique(_ name: String, _ entity: EntityDescription) -> Bool {
    entity.uniquenessConstraints.joined().contains(name)
  }

  /// Relationships that must not be empty.
  package func requiredRelationships(_ entity: EntityDescription) -> [RelationshipDescription] {
    entity.relationshipsByName.values.filter { !$0.isOptional }.sorted { $0.name < $1.name }
  }

  /// An attribute that can be set to anything, and a value for it.
  package func changeable(_ entity: EntityDescription) -> (name: String, value: String)? {
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name })
    where !attribute.isTransient && !attribute.isDerived && !isUnique(attribute.name, entity) {
      switch attribute.attributeType {
      case .string, .integer16, .integer32, .integer64, .double, .float, .boolean, .date:
        if let value = Self.value(attribute) { return (attribute.name, value) }
      default: break
      }
    }
    return nil
  }

  /// A value as a scenario writes it; a unique one has the number of its series.
  private static func value(_ attribute: AttributeDescription, unique series: Int? = nil) -> String?
  {
    let (stem, base) = series.map { $0 > 0 ? ("\($0).", "\($0)000000 + ") : ("", "") } ?? ("", "")
    return switch attribute.attributeType {
    case .string: "'imported \(stem){index}'"
    case .integer16: series.map { "(\(1000 * $0) + index) % 32768" } ?? "index % 100"
    case .integer32, .integer64, .decimal: "\(base)index"
    case .double, .float: "'\(base)index * 1.5'"
    case .boolean: "true"
    case .date: "'date(2026-01-01, 2026-12-31)'"
    case .binary: "bytes(16)"
    case .uuid: "uuid()"
    default: nil
    }
  }
}
