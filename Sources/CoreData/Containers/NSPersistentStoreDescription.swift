// How a container opens a store.

public import Foundation

/// The type, place and options of a store that a container is to open.
open class NSPersistentStoreDescription: NSObject, NSCopying {
  /// The location of the store.
  open var url: URL?
  /// The name of the store's type.
  open var type = NSSQLiteStoreType
  /// The configuration whose entities the store keeps.
  open var configuration: String?
  /// A Boolean value that indicates whether the store is opened on another thread.
  open var shouldAddStoreAsynchronously = false
  /// The options.
  public private(set) var options: [String: NSObject] = [:]

  /// Describes a SQLite store at no place.
  public override init() {
    super.init()
    shouldMigrateStoreAutomatically = true
    shouldInferMappingModelAutomatically = true
  }

  /// Describes a SQLite store.
  public convenience init(url: URL) {
    self.init()
    self.url = url
  }

  /// Sets an option; nil takes it away.
  open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }

  /// A Boolean value that indicates whether saves are refused.
  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { set(newValue, NSReadOnlyPersistentStoreOption) }
  }

  /// A Boolean value that indicates whether a store of an older model is migrated.
  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { set(newValue, NSMigratePersistentStoresAutomaticallyOption) }
  }

  /// A Boolean value that indicates whether the mapping of a migration is inferred.
  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { set(newValue, NSInferMappingModelAutomaticallyOption) }
  }

  /// The longest time an operation of the store may take, in seconds.
  open var timeout: TimeInterval {
    get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { options[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
  }

  /// The settings of the store's database, by name.
  open var sqlitePragmas: [String: NSObject] {
    (options[NSSQLitePragmasOption] as? NSDictionary) as? [String: NSObject] ?? [:]
  }

  /// Sets a setting of the store's database.
  open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    pragmas[name] = value
    options[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas)
  }

  private func flag(_ key: String) -> Bool { (options[key] as? NSNumber)?.boolValue ?? false }

  private func set(_ flag: Bool, _ key: String) { options[key] = NSNumber(value: flag) }

  /// Returns a copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.url = url
    copy.type = type
    copy.configuration = configuration
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    copy.options = options
    return copy
  }

  /// Descriptions of the same store and options are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentStoreDescription else { return false }
    return url == other.url && type == other.type && configuration == other.configuration
      && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously
      && NSDictionary(dictionary: options) == NSDictionary(dictionary: other.options)
  }

  open override var hash: Int { url?.hashValue ?? 0 }

  open override var description: String {
    "<NSPersistentStoreDescription \(type) \(url?.path ?? "")>"
  }
}
