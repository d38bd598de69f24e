// Fetch requests of an archived model.

internal import Faultline

extension ModelUnarchiver {
  mutating func fetchedProperty(
    _ object: ArchivedObject, _ key: String, of entity: String
  ) throws(GraphError) -> FetchedPropertyDescription {
    let request = try object.object("NSFetchRequest")
    let destination = try object.text("_NSFetchRequestEntityName")
    var template: FetchRequestTemplate?
    if let request {
      let name = try object.text(ModelArchive.requestNameKey) ?? key
      template = try self.template(request, named: name, entity: destination)
    }
    return FetchedPropertyDescription(
      key, fetchRequest: template, isOptional: try object.flag("NSIsOptional"),
      renamingIdentifier: try renamingIdentifier(object, unless: key),
      versionHashModifier: try object.text("NSVersionHashModifier"),
      userInfo: try userInfo(object))
  }

  mutating func template(
    _ request: ArchivedObject, named name: String, entity: String?
  ) throws(GraphError) -> FetchRequestTemplate? {
    let stated = try request.text("NSEntityName")
    let linked = try request.object("NSEntity")?.text("NSEntityName")
    guard let entity = entity ?? linked ?? stated else {
      warn("The fetch request '\(name)' asks for no entity, and is left out.")
      return nil
    }
    var template = FetchRequestTemplate(name: name, entityName: entity)
    template.predicateFormat = try request.text(ModelArchive.predicateKey)
    for (key, path) in FetchRequestTemplate.archivedFlags {
      if case .flag(let flag) = try request[key] { template[keyPath: path] = flag }
    }
    if let predicate = try request.object("NSPredicate") {
      template.predicateFormat = try ArchivedPredicate.text(predicate)
      if template.predicateFormat == nil {
        warn("The fetch request '\(name)' has a predicate that cannot be read here.")
      }
    }
    template.resultType =
      FetchRequestTemplate.ResultType(rawValue: try request.integer("NSResultType") ?? 0)
      ?? .managedObjects
    template.fetchLimit = max(0, try request.integer("NSFetchLimit") ?? 0)
    template.fetchBatchSize = max(0, try request.integer("NSBatchSize") ?? 0)
    return template
  }
}
