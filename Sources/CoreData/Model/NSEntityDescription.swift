// An entity as a program describes it: the same object before and after a coordinator has taken its model.

public import Foundation
import Faultline

/// An entity of a model, which can be changed until a coordinator uses the model.
open class NSEntityDescription: NSObject, NSCopying {
  private var storedName: String?
  private var storedClassName: String?
  private var storedIsAbstract = false
  private var storedProperties: [NSPropertyDescription] = []
  private var storedSubentities: [NSEntityDescription] = []
  private weak var storedSuperentity: NSEntityDescription?
  private var storedUserInfo: [AnyHashable: Any]? = [:]
  private var storedHashModifier: String?
  private var storedRenamingIdentifier: String?
  private var storedConstraints: [[Any]] = []
  private var storedIndexes: [NSFetchIndexDescription] = []
  private var storedCompoundIndexes: [[Any]] = []
  private var names: [String: NSPropertyDescription]?
  /// The model that the entity belongs to.
  weak var owner: NSManagedObjectModel?
  /// The engine's description, while the model is in use and alive; the model clears it when it goes.
  unowned(unsafe) var engine: EntityDescription?
  /// The class of the entity's objects, known once the model is in use.
  var objectClass: NSManagedObject.Type?

  /// Makes an entity without a name.
  public override init() {}

  /// Makes a copy of another entity, which belongs to no model and can be changed.
  public required init(copying other: NSEntityDescription) {
    storedName = other.storedName
    storedClassName = other.storedClassName
    storedIsAbstract = other.storedIsAbstract
    storedUserInfo = other.storedUserInfo
    storedHashModifier = other.storedHashModifier
    storedRenamingIdentifier = other.storedRenamingIdentifier
    storedConstraints = other.storedConstraints
    storedIndexes = other.storedIndexes
    storedCompoundIndexes = other.storedCompoundIndexes
    super.init()
    storedProperties = other.storedProperties.map { type(of: $0).init(copying: $0) }
    for property in storedProperties { property.entity = self }
  }

  /// Returns a copy that belongs to no model and can be changed.
  open func copy(with zone: NSZone? = nil) -> Any { type(of: self).init(copying: self) }

  /// The name.
  open var name: String? {
    get { storedName }
    set {
      willChange()
      storedName = newValue
    }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The name of the class of the entity's objects, with or without its module.
  open var managedObjectClassName: String! {
    get { storedClassName ?? "NSManagedObject" }
    set {
      willChange()
      storedClassName = newValue
    }
  }

  /// A Boolean value that indicates whether no objects are made of the entity, only of its subentities.
  open var isAbstract: Bool {
    get { storedIsAbstract }
    set {
      willChange()
      storedIsAbstract = newValue
    }
  }

  /// The model that the entity belongs to.
  open var managedObjectModel: NSManagedObjectModel {
    guard let owner else { misuse("The entity '\(name ?? "")' belongs to no model.") }
    return owner
  }

  // MARK: - Properties

  /// The properties, the inherited ones first; setting them replaces the entity's own.
  open var properties: [NSPropertyDescription] {
    get { (superentity?.properties ?? []) + storedProperties }
    set {
      willChange()
      let inherited = superentity?.properties ?? []
      for property in storedProperties { property.entity = nil }
      storedProperties = newValue.filter { property in !inherited.contains { $0 === property } }
      for property in storedProperties { property.entity = self }
      forgetNames()
    }
  }

  /// The properties that the entity declares itself.
  var ownProperties: [NSPropertyDescription] { storedProperties }

  /// The properties by name, the inherited ones included.
  open var propertiesByName: [String: NSPropertyDescription] {
    if let names { return names }
    let names = Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { _, own in own })
    // A draft's superentity may change without this entity's knowledge.
    if engine != nil { self.names = names }
    return names
  }

  /// The attributes by name, the inherited ones included.
  open var attributesByName: [String: NSAttributeDescription] {
    propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
  }

  /// The relationships by name, the inherited ones included.
  open var relationshipsByName: [String: NSRelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
  }

  /// Returns the relationships that lead to an entity.
  open func relationships(forDestination entity: NSEntityDescription)
    -> [NSRelationshipDescription]
  {
    properties.compactMap { $0 as? NSRelationshipDescription }
      .filter { $0.destinationEntity === entity }
  }

  func forgetNames() {
    names = nil
    for entity in storedSubentities { entity.forgetNames() }
  }

  // MARK: - Inheritance

  /// The entity that it inherits from.
  open var superentity: NSEntityDescription? { storedSuperentity }

  /// The entities that inherit from it.
  open var subentities: [NSEntityDescription] {
    get { storedSubentities }
    set {
      willChange()
      for entity in storedSubentities { entity.storedSuperentity = nil }
      storedSubentities = newValue
      for entity in newValue {
        entity.storedSuperentity = self
        entity.forgetNames()
      }
    }
  }

  /// The entities that inherit from it, by name.
  open var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns a Boolean value that indicates whether it is an entity or inherits from it.
  open func isKindOf(entity: NSEntityDescription) -> Bool {
    var next: NSEntityDescription? = self
    while let ancestor = next {
      if ancestor === entity || ancestor == entity { return true }
      next = ancestor.superentity
    }
    return false
  }

  // MARK: - What else a model says

  /// Notes of the model's author.
  open var userInfo: [AnyHashable: Any]? {
    get { storedUserInfo }
    set {
      willChange()
      storedUserInfo = newValue
    }
  }

  /// A text that makes the entity another one to migrations.
  open var versionHashModifier: String? {
    get { storedHashModifier }
    set {
      willChange()
      storedHashModifier = newValue
    }
  }

  /// The name by which a migration finds the entity in an older model.
  open var renamingIdentifier: String? {
    get { storedRenamingIdentifier ?? name }
    set {
      willChange()
      storedRenamingIdentifier = newValue
    }
  }

  /// The renaming identifier as it was given.
  var statedRenamingIdentifier: String? { storedRenamingIdentifier }

  /// The sets of properties, or of their names, whose values no two objects share.
  open var uniquenessConstraints: [[Any]] {
    get { storedConstraints }
    set {
      willChange()
      storedConstraints = newValue
    }
  }

  /// The indexes that a store keeps.
  open var indexes: [NSFetchIndexDescription] {
    get { storedIndexes }
    set {
      willChange()
      storedIndexes = newValue
    }
  }

  /// The sets of properties, or of their names, that are indexed together.
  open var compoundIndexes: [[Any]] {
    get { storedCompoundIndexes }
    set {
      willChange()
      storedCompoundIndexes = newValue
    }
  }

  /// Stops where the model is in use, as Core Data raises an exception.
  func willChange() {
    if engine != nil {
      misuse("The entity '\(name ?? "")' cannot be changed: its model is in use.")
    }
  }

  open override var description: String { "NSEntityDescription \(name ?? "")" }

  /// Entities of equal descriptions are equal, whichever models they belong to.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSEntityDescription else { return false }
    return self === other || EntityText(self) == EntityText(other)
  }

  open override var hash: Int { name?.hashValue ?? 0 }
}
