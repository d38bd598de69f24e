// A question to a context, as an object that can be changed after it was handed over.

public import Foundation
import Faultline

/// What a fetch returns, under its number in Core Data.
public struct NSFetchRequestResultType: OptionSet, Sendable {
  /// The number.
  public let rawValue: UInt

  /// Makes a type of its number.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Objects.
  public static let managedObjectResultType = Self([])
  /// Their IDs.
  public static let managedObjectIDResultType = Self(rawValue: 1)
  /// Dictionaries of their values.
  public static let dictionaryResultType = Self(rawValue: 2)
  /// The number of objects.
  public static let countResultType = Self(rawValue: 4)
}

/// What a request says, shared by the generic forms of one request.
final class FetchStorage {
  var entityName: String?
  var entity: NSEntityDescription?
  var objectClass: NSManagedObject.Type?
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor]?
  var fetchLimit = 0
  var fetchOffset = 0
  var fetchBatchSize = 0
  var resultType = NSFetchRequestResultType.managedObjectResultType
  var includesSubentities = true
  var includesPendingChanges = true
  var includesPropertyValues = true
  var returnsObjectsAsFaults = true
  var returnsDistinctResults = false
  var shouldRefreshRefetchedObjects = false
  var relationshipKeyPaths: [String]?
  var propertiesToFetch: [Any]?
  var propertiesToGroupBy: [Any]?
  var havingPredicate: NSPredicate?
  var affectedStores: [NSPersistentStore]?

  func copied() -> FetchStorage {
    let copy = FetchStorage()
    copy.entityName = entityName
    copy.entity = entity
    copy.objectClass = objectClass
    copy.predicate = predicate
    copy.sortDescriptors = sortDescriptors
    copy.fetchLimit = fetchLimit
    copy.fetchOffset = fetchOffset
    copy.fetchBatchSize = fetchBatchSize
    copy.resultType = resultType
    copy.includesSubentities = includesSubentities
    copy.includesPendingChanges = includesPendingChanges
    copy.includesPropertyValues = includesPropertyValues
    copy.returnsObjectsAsFaults = returnsObjectsAsFaults
    copy.returnsDistinctResults = returnsDistinctResults
    copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
    copy.relationshipKeyPaths = relationshipKeyPaths
    copy.propertiesToFetch = propertiesToFetch
    copy.propertiesToGroupBy = propertiesToGroupBy
    copy.havingPredicate = havingPredicate
    copy.affectedStores = affectedStores
    return copy
  }

  /// The name of the entity in a context: the context decides which entity has objects of a class.
  func entityName(in model: NSManagedObjectModel?) -> String? {
    if let objectClass { return (model ?? nil)?.entity(for: objectClass)?.name }
    return entity?.name ?? entityName
  }
}

/// A question to a context, for the objects of an entity.
///
/// The type of its results has no constraint, since an existential type does not conform to its own protocol.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
  let storage: FetchStorage

  /// Makes a request without an entity.
  public override init() { storage = FetchStorage() }

  /// Makes a request for the objects of an entity.
  public init(entityName: String) {
    storage = FetchStorage()
    storage.entityName = entityName
  }

  init(objectClass: NSManagedObject.Type) {
    storage = FetchStorage()
    storage.objectClass = objectClass
  }

  init(_ storage: FetchStorage) { self.storage = storage }

  /// Returns the same request with results of another type; a change of one is a change of both.
  public func _cast<Other>(to type: Other.Type = Other.self) -> NSFetchRequest<Other> {
    NSFetchRequest<Other>(storage)
  }

  func copied() -> NSFetchRequest<ResultType> { NSFetchRequest(storage.copied()) }

  /// Returns a copy.
  open override func copy(with zone: NSZone? = nil) -> Any { copied() }

  /// The entity of the objects.
  open var entity: NSEntityDescription? {
    get { storage.entity ?? storage.objectClass.flatMap { LoadedModels.entity(for: $0) } }
    set {
      storage.entity = newValue
      storage.objectClass = nil
    }
  }

  /// The name of the entity of the objects.
  open var entityName: String? { storage.entityName ?? entity?.name }

  /// What an object must satisfy.
  open var predicate: NSPredicate? {
    get { storage.predicate }
    set { storage.predicate = newValue }
  }

  /// The order of the results.
  open var sortDescriptors: [NSSortDescriptor]? {
    get { storage.sortDescriptors }
    set { storage.sortDescriptors = newValue }
  }

  /// The most objects that are returned; 0 for no limit.
  open var fetchLimit: Int {
    get { storage.fetchLimit }
    set { storage.fetchLimit = newValue }
  }

  /// The number of objects to leave out at the start of the result.
  open var fetchOffset: Int {
    get { storage.fetchOffset }
    set { storage.fetchOffset = newValue }
  }

  /// The number of objects that are filled at a time.
  open var fetchBatchSize: Int {
    get { storage.fetchBatchSize }
    set { storage.fetchBatchSize = newValue }
  }

  /// What a fetch returns.
  open var resultType: NSFetchRequestResultType {
    get { storage.resultType }
    set { storage.resultType = newValue }
  }

  /// A Boolean value that indicates whether objects of subentities count.
  open var includesSubentities: Bool {
    get { storage.includesSubentities }
    set { storage.includesSubentities = newValue }
  }

  /// A Boolean value that indicates whether unsaved changes count.
  open var includesPendingChanges: Bool {
    get { storage.includesPendingChanges }
    set { storage.includesPendingChanges = newValue }
  }

  /// A Boolean value that indicates whether the store reads values along with the keys.
  open var includesPropertyValues: Bool {
    get { storage.includesPropertyValues }
    set { storage.includesPropertyValues = newValue }
  }

  /// A Boolean value that indicates whether objects are returned as faults.
  open var returnsObjectsAsFaults: Bool {
    get { storage.returnsObjectsAsFaults }
    set { storage.returnsObjectsAsFaults = newValue }
  }

  /// A Boolean value that indicates whether equal dictionaries are returned once.
  open var returnsDistinctResults: Bool {
    get { storage.returnsDistinctResults }
    set { storage.returnsDistinctResults = newValue }
  }

  /// A Boolean value that indicates whether objects that have their values already are brought up to date.
  open var shouldRefreshRefetchedObjects: Bool {
    get { storage.shouldRefreshRefetchedObjects }
    set { storage.shouldRefreshRefetchedObjects = newValue }
  }

  /// Relationships to follow in the same go.
  open var relationshipKeyPathsForPrefetching: [String]? {
    get { storage.relationshipKeyPaths }
    set { storage.relationshipKeyPaths = newValue }
  }

  /// What the dictionaries have: names, properties or expressions.
  open var propertiesToFetch: [Any]? {
    get { storage.propertiesToFetch }
    set { storage.propertiesToFetch = newValue }
  }

  /// What the objects of a group have in common.
  open var propertiesToGroupBy: [Any]? {
    get { storage.propertiesToGroupBy }
    set { storage.propertiesToGroupBy = newValue }
  }

  /// What a group must satisfy.
  open var havingPredicate: NSPredicate? {
    get { storage.havingPredicate }
    set { storage.havingPredicate = newValue }
  }

  /// The stores that are asked; nil for all.
  open override var affectedStores: [NSPersistentStore]? {
    get { storage.affectedStores }
    set { storage.affectedStores = newValue }
  }

  open override var description: String {
    var words = ["<NSFetchRequest entity: \(entityName ?? "")"]
    if let predicate { words.append("predicate: (\(predicate.predicateFormat))") }
    if let sortDescriptors { words.append("sortDescriptors: \(sortDescriptors)") }
    return words.joined(separator: "; ") + ">"
  }
}
