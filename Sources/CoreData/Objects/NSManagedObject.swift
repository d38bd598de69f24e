// A managed object under Apple's name: the engine's object, with the program's own view of entity and context.

public import Faultline
public import Foundation

/// What a fetch can return.
public protocol NSFetchRequestResult {}

extension NSManagedObject: NSFetchRequestResult {}
extension ManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
extension Dictionary: NSFetchRequestResult where Key == String {}

/// The identity of an object, which may cross threads.
public typealias NSManagedObjectID = ManagedObjectID

/// What brought an object back to an earlier state.
public typealias NSSnapshotEventType = SnapshotEvents

/// An object of a graph, alive in one context.
///
/// It stores nothing beside what the engine's object stores, so it costs no byte more.
open class NSManagedObject: ManagedObject {
  /// Makes an object and inserts it into a context; with nil it belongs nowhere.
  public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    if context == nil, entity.engine == nil { _ = try? entity.owner?.freeze() }
    guard let engine = entity.engine else {
      misuse(
        "The entity '\(entity.name ?? "")' belongs to no model that a coordinator uses; add its model to one first."
      )
    }
    super.init(entity: engine, insertInto: context?.engine)
  }

  /// Unavailable: the engine makes objects by `make(entity:insertInto:)`, which calls the initializer above.
  @available(*, unavailable, message: "Use init(entity:insertInto:) of NSEntityDescription.")
  public required init(
    entity: EntityDescription, insertInto context: ManagedObjectContext?
  ) {
    super.init(entity: entity, insertInto: context)
  }

  /// Makes an object of the entity whose objects are of this class, and inserts it.
  public required convenience init(context: NSManagedObjectContext) {
    self.init(entity: Self.entity(in: context), insertInto: context)
  }

  /// Makes an object of this class for the engine.
  public final override class func make(
    entity: EntityDescription, insertInto context: ManagedObjectContext?
  ) -> ManagedObject {
    self.init(entity: entity.draft, insertInto: NSManagedObjectContext.of(context))
  }

  // MARK: - Where it belongs

  /// The object's own entity.
  open var entity: NSEntityDescription {
    ownEntity.draft
  }

  /// The context; nil once it is gone or was reset.
  open var managedObjectContext: NSManagedObjectContext? { NSManagedObjectContext.of(ownContext) }

  /// Returns the entity whose objects are of this class.
  ///
  /// With several models the latest that a coordinator uses decides; a context is the better way to ask.
  open class func entity() -> NSEntityDescription {
    guard let entity = LoadedModels.entity(for: self) else {
      misuse("No model that was loaded has an entity whose objects are of the class '\(self)'.")
    }
    return entity
  }

  private static func entity(in context: NSManagedObjectContext) -> NSEntityDescription {
    guard let model = context.persistentStoreCoordinator?.managedObjectModel else {
      misuse("The context has no coordinator; set persistentStoreCoordinator or parent first.")
    }
    guard let entity = model.entity(for: self) else {
      misuse("The context's model has no entity whose objects are of the class '\(self)'.")
    }
    return entity
  }

  /// Returns a request for the objects of this class; the context that fetches decides for which entity.
  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest(objectClass: self)
  }

  // MARK: - Key-value coding

  /// Returns the value of a property as Foundation's objects: `NSNumber`, `NSSet`, `NSOrderedSet`.
  open override func value(forKey key: String) -> Any? {
    switch key {
    case "self": self
    case "objectID": objectID
    case _ where entity.propertiesByName[key] == nil: value(forUndefinedKey: key)
    default: Boxing.boxed(super.value(forKey: key))
    }
  }

  /// Sets a property; `NSNull` takes the value away.
  open override func setValue(_ value: Any?, forKey key: String) {
    guard entity.propertiesByName[key] != nil else {
      return setValue(value, forUndefinedKey: key)
    }
    super.setValue(Boxing.bare(value), forKey: key)
  }

  /// Returns the value of a key that is no property; override it to have such keys.
  open func value(forUndefinedKey key: String) -> Any? {
    misuse("'\(entity.name ?? "")' has no property '\(key)'.")
  }

  /// Sets a key that is no property; override it to have such keys.
  open func setValue(_ value: Any?, forUndefinedKey key: String) {
    misuse("'\(entity.name ?? "")' has no property '\(key)'.")
  }

  /// The value that the model has for a name, whatever a subclass makes of key-value coding.
  final func modeled(_ key: String) -> Any? { Boxing.boxed(super.value(forKey: key)) }

  /// Sets the value that the model has for a name, whatever a subclass makes of key-value coding.
  final func setModeled(_ value: Any, _ key: String) {
    super.setValue(Boxing.bare(value), forKey: key)
  }

  // MARK: - To override

  /// The keys of the properties that are attributes or relationships, for key paths: `port` fills it in.
  open class var _keyPaths: [AnyKeyPath: String] { [:] }

  /// Throws if a property may not have a value; an override may put another value in its place.
  open func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws {
    try cocoa(managedObjectContext) {
      try super.validateValue(Boxing.bare(value.pointee), forKey: key)
    }
  }

  /// Throws if a property may not have a value; calls the form with a pointer, which programs override.
  public final override func validateValue(_ value: Any?, forKey key: String) throws {
    var object = value as AnyObject?
    try validateValue(AutoreleasingUnsafeMutablePointer(&object), forKey: key)
  }

  /// Throws if the new object may not be saved.
  open override func validateForInsert() throws {
    try cocoa(managedObjectContext) { try super.validateForInsert() }
  }

  /// Throws if the changed object may not be saved.
  open override func validateForUpdate() throws {
    try cocoa(managedObjectContext) { try super.validateForUpdate() }
  }

  /// Throws if the object may not be deleted.
  open override func validateForDelete() throws {
    try cocoa(managedObjectContext) { try super.validateForDelete() }
  }

  // MARK: - What NSObject has

  /// Returns a Boolean value that indicates whether the two are one object.
  open func isEqual(_ object: Any?) -> Bool { object as AnyObject? === self }

  /// A number that equal objects share.
  open var hash: Int { hashValue }

  /// Returns a Boolean value that indicates whether the object is of a class or of a subclass of it.
  public final func isKind(of type: AnyClass) -> Bool {
    var next: AnyClass? = Swift.type(of: self)
    while let ancestor = next {
      if ancestor === type { return true }
      next = _getSuperclass(ancestor)
    }
    return false
  }

  /// Returns a Boolean value that indicates whether the object is of exactly that class.
  public final func isMember(of type: AnyClass) -> Bool { Swift.type(of: self) === type }
}

extension NSManagedObject: CustomDebugStringConvertible {
  /// The same as the description.
  public var debugDescription: String { description }
}

extension ManagedObjectID {
  /// The entity of the object.
  public var entity: NSEntityDescription {
    ownEntity.draft
  }
}

extension EntityDescription {
  /// The description that a program made, and that the engine's was made of.
  final var draft: NSEntityDescription {
    guard let client = objectClass.client else {
      misuse("The entity '\(name)' belongs to a model that was not made by NSManagedObjectModel.")
    }
    return unsafeDowncast(client, to: NSEntityDescription.self)
  }
}
