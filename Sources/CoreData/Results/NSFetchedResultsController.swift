// The objects that a request finds, in sections, kept up to date as their context changes.

import Faultline
public import Foundation

/// What has become of an object, or of a section, of some results.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  case insert = 1
  case delete = 2
  case move = 3
  case update = 4

  init(_ type: FetchedResultsChangeType) {
    self =
      switch type {
      case .insert: .insert
      case .delete: .delete
      case .move: .move
      case .update: .update
      }
  }
}

/// A section of some results.
public protocol NSFetchedResultsSectionInfo {
  /// The value that its objects have in common.
  var name: String { get }
  /// Its title in an index of all sections.
  var indexTitle: String? { get }
  /// The number of its objects.
  var numberOfObjects: Int { get }
  /// Its objects.
  var objects: [Any]? { get }
}

/// Is notified of the changes of a controller's results; every method may be left out.
public protocol NSFetchedResultsControllerDelegate: AnyObject {
  /// Results are about to change.
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
  /// An object has come, gone, moved or changed.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?)
  /// A section has come or gone.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType)
  /// All changes were reported.
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
  /// Returns the title of a section in an index of all sections.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension NSFetchedResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  /// Leaves the title to the controller.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { sectionName.first.map { String($0).uppercased() } }
}

/// The objects that a request finds, kept up to date.
///
/// The type of its results has no constraint, as that of its request has none. A delegate gets the controller under the
/// type that says nothing of the results; both forms are equal.
open class NSFetchedResultsController<ResultType>: NSObject {
  let core: ResultsCore

  /// Makes a controller, which finds nothing before `performFetch`.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    core = ResultsCore(fetchRequest.storage, context, sectionNameKeyPath, name)
  }

  init(_ core: ResultsCore) { self.core = core }

  /// What is looked for; a change counts from the next `performFetch` on.
  open var fetchRequest: NSFetchRequest<ResultType> { NSFetchRequest(core.storage) }
  /// Where it is looked for.
  open var managedObjectContext: NSManagedObjectContext { core.context }
  /// The value that the objects of a section have in common.
  open var sectionNameKeyPath: String? { core.sectionNameKeyPath }
  /// The name of the file that keeps the sections.
  open var cacheName: String? { core.cacheName }

  /// Is notified of changes.
  open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { core.delegate }
    set { core.delegate = newValue }
  }

  /// Finds the results.
  open func performFetch() throws { try core.performFetch() }

  /// The results as they are now; nil before `performFetch`.
  open var fetchedObjects: [ResultType]? {
    core.controller?.fetchedObjects.map { $0.compactMap { $0 as? ResultType } }
  }

  /// The sections in their order.
  open var sections: [any NSFetchedResultsSectionInfo]? {
    core.controller?.sections.map { $0.map(SectionInfo.init) }
  }

  /// Returns the object at a path.
  open func object(at indexPath: IndexPath) -> ResultType {
    guard let controller = core.controller,
      let object = controller.object(at: indexPath) as? ResultType
    else { misuse("The results controller has no results; call performFetch first.") }
    return object
  }

  /// Returns the path of an object; nil if it does not belong to the results.
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    (object as? ManagedObject).flatMap { core.controller?.indexPath(for: $0) }
  }

  /// The titles of all sections.
  open var sectionIndexTitles: [String] { core.controller?.sectionIndexTitles ?? [] }

  /// Returns the title of a section.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    core.controller?.sectionIndexTitle(forSectionName: sectionName)
  }

  /// Returns the number of the first section with a title.
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    core.controller?.section(forSectionIndexTitle: title) ?? sectionIndex
  }

  /// Deletes the file that keeps the sections of a name; nil deletes all.
  open class func deleteCache(withName name: String?) {
    FetchedResultsController.deleteCache(withName: name)
  }

  /// Controllers of the same results are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? any ResultsHolding)?.core === core
  }

  open override var hash: Int { ObjectIdentifier(core).hashValue }
}

/// A controller, whatever the type of its results.
private protocol ResultsHolding {
  var core: ResultsCore { get }
}

extension NSFetchedResultsController: ResultsHolding {}

/// A section of the engine's.
private struct SectionInfo: NSFetchedResultsSectionInfo {
  let section: FetchedResultsSectionInfo

  init(_ section: FetchedResultsSectionInfo) { self.section = section }

  var name: String { section.name }
  var indexTitle: String? { section.indexTitle }
  var numberOfObjects: Int { section.numberOfObjects }
  var objects: [Any]? { Array(section.objects) }
}

/// What the generic forms of one controller share.
final class ResultsCore: FetchedResultsControllerDelegate {
  let storage: FetchStorage
  let context: NSManagedObjectContext
  let sectionNameKeyPath: String?
  let cacheName: String?
  private(set) var controller: FetchedResultsController?
  weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { controller?.delegate = delegate == nil ? nil : self }
  }

  init(
    _ storage: FetchStorage, _ context: NSManagedObjectContext, _ sectionNameKeyPath: String?,
    _ cacheName: String?
  ) {
    self.storage = storage
    self.context = context
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
  }

  func performFetch() throws {
    try cocoa(context) {
      let request = try FetchExecution(storage, in: context).request()
      let controller =
        controller
        ?? FetchedResultsController(
          fetchRequest: request, managedObjectContext: context.engine,
          sectionNameKeyPath: sectionNameKeyPath, cacheName: cacheName)
      controller.fetchRequest = request
      controller.delegate = delegate == nil ? nil : self
      self.controller = controller
      try controller.performFetch()
    }
  }

  private var erased: NSFetchedResultsController<any NSFetchRequestResult> {
    NSFetchedResultsController(self)
  }

  func controllerWillChangeContent(_ controller: FetchedResultsController) {
    delegate?.controllerWillChangeContent(erased)
  }

  func controller(
    _ controller: FetchedResultsController, didChange section: FetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: FetchedResultsChangeType
  ) {
    delegate?.controller(
      erased, didChange: SectionInfo(section), atSectionIndex: sectionIndex,
      for: NSFetchedResultsChangeType(type))
  }

  func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    delegate?.controller(
      erased, didChange: object, at: indexPath, for: NSFetchedResultsChangeType(type),
      newIndexPath: newIndexPath)
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController) {
    delegate?.controllerDidChangeContent(erased)
  }

  func controller(
    _ controller: FetchedResultsController, sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    delegate?.controller(erased, sectionIndexTitleForSectionName: sectionName)
  }
}
