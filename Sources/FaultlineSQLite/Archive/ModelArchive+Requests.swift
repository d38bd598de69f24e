// Fetched properties and fetch requests of a model, as objects of a keyed archive.

internal import Faultline

extension ModelArchive {
  /// Our own key for the name of a fetched property's request.
  static let requestNameKey = "FaultlineFetchRequestName"

  mutating func part(
    for property: FetchedPropertyDescription, of entity: EntityDescription
  ) -> ListPart {
    let place = archive.place()
    var members: Members = [
      ("NSPropertyName", archive.text(property.name)), ("NSEntity", reference(entity)),
      ("NSIsOptional", .flag(property.isOptional)), ("NSIsTransient", .flag(true)),
      ("_NSFetchRequestEntityName", archive.text(property.destinationEntityName)),
      ("NSRenamingIdentifier", archive.text(property.renamingIdentifier)),
      ("NSVersionHashModifier", archive.text(property.versionHashModifier)),
    ]
    if let request = property.fetchRequest {
      members.append(("NSFetchRequest", part(for: request, nil)))
      // The format knows no name of such a request; a model's author may have given one.
      if request.name != property.name {
        members.append((Self.requestNameKey, archive.text(request.name)))
      }
    }
    archive.set(
      place, ["NSFetchedPropertyDescription", "NSPropertyDescription", "NSObject"],
      members + note(property.userInfo))
    return .reference(place)
  }

  mutating func part(
    for request: FetchRequestTemplate, _ model: ManagedObjectModel?
  ) -> ListPart {
    var members: Members = [
      ("NSEntity", reference(model?.entitiesByName[request.entityName])),
      ("NSResultType", .integer(request.resultType.rawValue)),
      ("NSFetchLimit", .integer(request.fetchLimit)),
      ("NSBatchSize", .integer(request.fetchBatchSize)),
    ]
    if let predicate = request.predicateFormat {
      members.append((Self.predicateKey, archive.text(predicate)))
    }
    // The format packs these into bits that are not known; off ones are named here.
    for (name, path) in FetchRequestTemplate.archivedFlags
    where request[keyPath: path] != FetchRequestTemplate(name: "", entityName: "")[keyPath: path] {
      members.append((name, .flag(request[keyPath: path])))
    }
    return archive.object(["NSFetchRequest", "NSPersistentStoreRequest", "NSObject"], members)
  }
}

extension FetchRequestTemplate {
  /// Flags by our own names for them.
  static var archivedFlags: [(String, WritableKeyPath<FetchRequestTemplate, Bool>)] {
    [
      ("FaultlineIncludesSubentities", \.includesSubentities),
      ("FaultlineIncludesPendingChanges", \.includesPendingChanges),
      ("FaultlineIncludesPropertyValues", \.includesPropertyValues),
      ("FaultlineReturnsObjectsAsFaults", \.returnsObjectsAsFaults),
      ("FaultlineReturnsDistinctResults", \.returnsDistinctResults),
    ]
  }
}
