// Looking at the results: objects by their paths, paths by their objects, sections and their titles.

public import Foundation

extension FetchedResultsController {
  /// How many objects are filled at a time where the request does not say.
  static let usualBatchSize = 32

  /// The results as they are now; nil before `performFetch`, and when a store of theirs was taken out.
  ///
  /// They are objects of the moment: what changes later is in those that are asked for later (semantics 215). Objects
  /// are faults with their rows, whatever the request says (semantics 221).
  public var fetchedObjects: BatchedResults? {
    managedObjectContext.checkQueue()
    learnNames()
    guard let list else { return nil }
    if let results { return results }
    var request = followedRequest
    request.returnsObjectsAsFaults = true
    if loadsEverything {
      let made = managedObjectContext.whole(list.rows, for: request)
      results = made
      return made
    }
    if request.fetchBatchSize == 0 { request.fetchBatchSize = Self.usualBatchSize }
    let made = managedObjectContext.batched(list.rows, for: request)
    results = made
    return made
  }

  /// Whether all objects are loaded in one request, and held, as Core Data was observed to do it.
  var loadsEverything: Bool {
    loadsAtOnce || managedObjectContext.ignoresBatchSizes
      || managedObjectContext.settings.behaviours.contains(.controllersLoadEverything)
        && followedRequest.fetchBatchSize == 0
  }

  /// Makes new objects of the list where all are to be held; those that stay are held all the while.
  func renewObjects() {
    let former = results
    forgetObjects()
    if loadsEverything { _ = fetchedObjects }
    withExtendedLifetime(former) {}
  }

  /// The objects that its results hold now; asking makes no results.
  package var heldObjects: [ManagedObject] { results?.heldObjects ?? [] }

  /// The sections in their order; nil where there are no results.
  ///
  /// A controller without sections has one, whose name is empty.
  public var sections: [FetchedResultsSectionInfo]? {
    guard let objects = fetchedObjects, let list else { return nil }
    return list.sections.map { info($0, objects) }
  }

  func info(
    _ section: ResultsList.Section, _ objects: BatchedResults
  ) -> FetchedResultsSectionInfo {
    FetchedResultsSectionInfo(
      name: section.name, indexTitle: sectionIndexTitle(forSectionName: section.name),
      objects: objects[section.rows])
  }

  /// The object at a path; a path that leads nowhere stops with a sentence.
  public func object(at indexPath: IndexPath) -> ManagedObject {
    do throws(GraphError) { return try object(atPath: indexPath) } catch { misuse(error) }
  }

  /// The object at a path, or why there is none.
  package func object(atPath path: IndexPath) throws(GraphError) -> ManagedObject {
    guard let objects = fetchedObjects, let list else {
      throw GraphError(
        .coreData,
        "The results controller of '\(fetchRequest.entityName)' has no results; call performFetch.")
    }
    guard path.count == 2, list.sections.indices.contains(path.section),
      list.sections[path.section].rows.count > path.item, path.item >= 0
    else {
      throw GraphError(
        .unsupportedRequest,
        "There is nothing at \(Array(path)): the results have \(list.sections.count) section(s) with "
          + "\(list.sections.map { "\($0.rows.count)" }.joined(separator: ", ")) object(s).")
    }
    return try objects.object(at: list.sections[path.section].rows.lowerBound + path.item)
  }

  /// The path of an object; nil if it does not belong to the results.
  public func indexPath(for object: ManagedObject) -> IndexPath? {
    managedObjectContext.checkQueue()
    learnNames()
    guard let list else { return nil }
    let known = places ?? Self.places(in: list)
    places = known
    guard let place = known[object.objectID] else { return nil }
    let number = list.section(at: place)
    return IndexPath(item: place - list.sections[number].rows.lowerBound, section: number)
  }

  private static func places(in list: ResultsList) -> [ManagedObjectID: Int] {
    var places: [ManagedObjectID: Int] = [:]
    places.reserveCapacity(list.rows.count)
    for (place, row) in list.rows.enumerated() { places[row.id] = place }
    return places
  }

  // MARK: - The index of sections

  /// The titles of all sections, each once; empty before `performFetch`.
  public var sectionIndexTitles: [String] {
    var seen: Set<String> = []
    return titles.filter { seen.insert($0).inserted }
  }

  private var titles: [String] {
    managedObjectContext.checkQueue()
    return list?.sections.compactMap { sectionIndexTitle(forSectionName: $0.name) } ?? []
  }

  /// The title of a section: what the delegate says, or else the first letter of its name, as a capital one.
  public func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    delegate?.controller(self, sectionIndexTitleForSectionName: sectionName)
      ?? sectionName.first.map { String($0).uppercased() }
  }

  /// The number of the first section with a title; nil if none has it.
  public func section(forSectionIndexTitle title: String) -> Int? {
    managedObjectContext.checkQueue()
    return list?.sections.firstIndex { sectionIndexTitle(forSectionName: $0.name) == title }
  }
}

extension ManagedObjectContext {
  /// Rows of a results controller as objects, all of them loaded in one request.
  ///
  /// Those whose rows cannot be had now are faults, which report the reason once they fire.
  func whole(
    _ rows: ContiguousArray<ResultsRow>, for request: FetchRequest
  ) -> BatchedResults {
    let objects = rows.map { row in
      object(row.id.key, at: identityTable(of: row.id.entity, in: row.id.space))
    }
    try? load(objects, for: request)
    return track(BatchedResults(holding: objects, request, link: link))
  }

  /// Rows of a results controller as objects, filled batch by batch.
  func batched(
    _ rows: ContiguousArray<ResultsRow>, for request: FetchRequest
  ) -> BatchedResults {
    var identityTables: [(start: Int, identityTable: IdentityTable)] = []
    var keys: ContiguousArray<Int64> = []
    var unsaved: [Int: ManagedObject] = [:]
    keys.reserveCapacity(rows.count)
    for row in rows {
      let identityTable = identityTable(of: row.id.entity, in: row.id.space)
      if identityTables.last?.identityTable !== identityTable {
        identityTables.append((keys.count, identityTable))
      }
      if row.newcomer != 0, let object = identityTable.anyObject(of: row.id.key) {
        unsaved[keys.count] = object
      }
      keys.append(row.id.key)
    }
    return track(
      BatchedResults(
        request, link: link, identityTables: identityTables, keys: keys, unsaved: unsaved))
  }
}
