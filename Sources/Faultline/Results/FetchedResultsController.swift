// The face of a results controller, and all that it stores.

public import Foundation

/// The objects that a request finds, in sections, kept up to date as their context changes (N3).
///
/// ```swift
/// let request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("department.name"), SortKey("name")])
/// let controller = FetchedResultsController(
///   fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "department.name")
/// controller.delegate = table
/// try controller.performFetch()
/// ```
/// It holds no objects but IDs and, as soon as the first of them has to be put in its place, what they are sorted
/// by. Objects are made when they are accessed, a batch of `fetchBatchSize` at a time, and of the latest results
/// two batches are held: tens of objects for tens of thousands of rows (semantics 223).
///
/// A controller keeps its context; the context does not keep it, and it does not keep its delegate. It is used where
/// its context is.
public final class FetchedResultsController {
  /// What is looked for; a change counts from the next `performFetch` on.
  public var fetchRequest: FetchRequest
  /// Where it is looked for.
  public let managedObjectContext: ManagedObjectContext
  /// The value that the objects of a section have in common; nil for no sections.
  public let sectionNameKeyPath: String?
  /// The name of the file that keeps the sections from one run of the program to the next; nil for none.
  public let cacheName: String?

  /// Is notified of changes; without a delegate changes are not followed (semantics 214).
  ///
  /// Set it before `performFetch`. Set later, the first change shows all that has become of the results meanwhile.
  public weak var delegate: (any FetchedResultsControllerDelegate)?

  /// Why the results are not as they should be, after a change that could not be followed; nil if all were.
  ///
  /// If objects of one section do not stand together any more, the results have them together all the same, where the
  /// first of them stands. If a store could not be asked, the results are those of before, and the next change asks
  /// again.
  public internal(set) var failure: GraphError?

  /// The results; nil before the first fetch, after a reset and when a store of theirs was taken out.
  var list: ResultsList?
  /// The request that led to them.
  var followedRequest: FetchRequest
  /// Whether the list is as the context was when it last processed changes.
  var isCurrent = false
  /// Which IDs are known: the context counts how often objects got others.
  var identityEdition = 0
  /// Which departures of stores are known: the coordinator counts them.
  var departures = 0
  /// The IDs that objects with new IDs had when the delegate was last notified.
  var formerIDs: [ManagedObjectID: ManagedObjectID] = [:]
  /// Events that came while the delegate was being notified of another.
  var waiting: [ResultsEvent] = []
  var isNotifying = false
  /// A Boolean value that indicates whether all objects are loaded in one request, whatever the context's behaviors say.
  package var loadsAtOnce = false
  /// The list as objects, made at the first access.
  var results: BatchedResults?
  /// The place of each object, computed at the first question.
  var places: [ManagedObjectID: Int]?
  private let link = LooseLink<FetchedResultsController>()

  /// Makes a controller, which finds nothing before `performFetch`.
  public init(
    fetchRequest: FetchRequest, managedObjectContext: ManagedObjectContext,
    sectionNameKeyPath: String? = nil, cacheName: String? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.managedObjectContext = managedObjectContext
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
    followedRequest = fetchRequest
    managedObjectContext.checkQueue()
    link.join(self)
    managedObjectContext.notifier.controllers.add(link)
  }

  deinit { link.cut() }

  /// Finds the results, or says why that cannot be: without a sort key, with an unknown key, or if objects of one
  /// section do not stand together (semantics 213).
  public func performFetch() throws(GraphError) {
    managedObjectContext.checkQueue()
    // Pending changes would otherwise be reported as if they came after the fetch.
    try managedObjectContext.processing()
    forget()
    followedRequest = fetchRequest
    let reader = try reader()
    let cache = try cacheName.map { name throws(GraphError) in
      try SectionCache(name, reader, followedRequest, sectionNameKeyPath)
    }
    identityEdition = managedObjectContext.registry.identityEdition
    departures = departuresByNow
    var objects: [ManagedObject]? = loadsEverything ? [] : nil
    var rows = try reader.rows(
      from: followedRequest.fetchOffset, atMost: followedRequest.fetchLimit, loading: &objects)
    isCurrent = true
    if let sizes = cache?.sizes, let known = ResultsList(rows, cutInto: sizes) {
      list = known
    } else {
      var names =
        reader.sectioning == nil
        ? nil : try reader.complete(&rows, keepingValues: delegate != nil)
      isCurrent = rows.first?.values.isEmpty != false || reader.order.agrees(with: rows)
      try sort(&rows, &names, by: reader)
      do throws(OutOfOrderSection) { list = try ResultsList(rows, sections: names) } catch {
        throw broken(error)
      }
      if let list { cache?.write(list.sections) }
    }
    if objects != nil { _ = fetchedObjects }
    withExtendedLifetime(objects) {}
  }

  /// Binds the request that is followed.
  func reader() throws(GraphError) -> ResultsReader {
    try ResultsReader(
      followedRequest, sectionKeyPath: sectionNameKeyPath, in: managedObjectContext)
  }

  /// Puts rows whose sections do not stand together into the order of what names the sections.
  ///
  /// Until a merge, stores know newer values than the objects here: rows come in the order of the ones, and have their
  /// sections by the others.
  func sort(
    _ rows: inout ContiguousArray<ResultsRow>, _ names: inout [String]?, by reader: ResultsReader
  ) throws(GraphError) {
    guard let known = names, (try? ResultsList(rows, sections: known)) == nil else { return }
    if rows.first?.values.isEmpty == true { _ = try reader.complete(&rows, keepingValues: true) }
    let places = rows.indices.sorted { reader.order.puts(rows[$0], before: rows[$1]) }
    rows = ContiguousArray(places.map { rows[$0] })
    names = places.map { known[$0] }
  }

  /// Why results cannot be cut into sections.
  func broken(_ mistake: OutOfOrderSection) -> GraphError {
    let path = sectionNameKeyPath ?? ""
    return GraphError(
      .unsupportedRequest,
      "The '\(followedRequest.entityName)' objects of section '\(mistake.name)' do not stand together: the first "
        + "sort key is \(followedRequest.sortKeys.first?.description ?? "missing"), and it has to put them in the "
        + "order of '\(path)'.", objectID: mistake.id, key: path)
  }

  /// Lets the results go: nothing is followed until the next fetch (semantics 218).
  func forget() {
    list = nil
    failure = nil
    isCurrent = false
    formerIDs = [:]
    forgetObjects()
  }

  /// Lets the results go if one of them lies in a store that was taken out and is not back (semantics 218).
  func forgetDepartedStores() {
    guard departures != departuresByNow else { return }
    departures = departuresByNow
    let isDeparted = list?.rows.contains { row in
      !row.id.isTemporaryID && row.id.persistentStore == nil
    }
    if isDeparted == true { forget() }
  }

  private var departuresByNow: Int {
    managedObjectContext.persistentStoreCoordinator?.departureCount ?? 0
  }

  /// Releases what was made of the list on access.
  func forgetObjects() {
    results = nil
    places = nil
  }

  /// Shows the list and what is made of it; the objects of the latest results are shown with those.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    list?.showBlocks(to: visitor)
    visitor.show(elementsOf: formerIDs, .registry)
    visitor.show(elementsOf: waiting, .registry)
    if let places { visitor.show(elementsOf: places, .registry) }
  }
}

/// Objects with the same value at the section key path, which stand together.
public struct FetchedResultsSectionInfo {
  /// The common value as text; empty where there is none.
  public let name: String
  /// What stands for the section in an index of all sections.
  public let indexTitle: String?
  /// The objects, filled batch by batch as they are walked over.
  public let objects: BatchedResults.SubSequence

  /// How many objects it has.
  public var numberOfObjects: Int { objects.count }
}

/// Index paths of two numbers: Foundation on Linux has the type, and its platforms' user interfaces have the names.
extension IndexPath {
  /// Makes the path of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The section, the first of the two numbers.
  public var section: Int { self[0] }

  /// The place within the section, the second of the two numbers.
  public var item: Int { self[1] }
}
