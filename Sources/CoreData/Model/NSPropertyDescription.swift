// Properties of an entity as a program describes them: drafts until a coordinator takes the model.

public import Foundation

/// A property of an entity, which can be changed until a coordinator uses its model.
open class NSPropertyDescription: NSObject, NSCopying {
  private var storedName = ""
  private var storedIsOptional = true
  private var storedIsTransient = false
  private var storedUserInfo: [AnyHashable: Any]? = [:]
  private var storedHashModifier: String?
  private var storedRenamingIdentifier: String?
  private var storedIsIndexed = false

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The entity that declares the property.
  public internal(set) var entity: NSEntityDescription! {
    get { owner }
    set { owner = newValue }
  }
  private weak var owner: NSEntityDescription?

  /// Makes a property without a name.
  public override init() {}

  /// The name.
  open var name: String {
    get { storedName }
    set {
      willChange()
      storedName = newValue
      owner?.forgetNames()
    }
  }

  /// A Boolean value that indicates whether an object may be saved without a value.
  open var isOptional: Bool {
    get { storedIsOptional }
    set {
      willChange()
      storedIsOptional = newValue
    }
  }

  /// A Boolean value that indicates whether the value never reaches a store.
  open var isTransient: Bool {
    get { storedIsTransient }
    set {
      willChange()
      storedIsTransient = newValue
    }
  }

  /// Notes of the model's author.
  open var userInfo: [AnyHashable: Any]? {
    get { storedUserInfo }
    set {
      willChange()
      storedUserInfo = newValue
    }
  }

  /// A text that makes the property another one to migrations.
  open var versionHashModifier: String? {
    get { storedHashModifier }
    set {
      willChange()
      storedHashModifier = newValue
    }
  }

  /// The name by which a migration finds the property in an older model.
  open var renamingIdentifier: String? {
    get { storedRenamingIdentifier ?? name }
    set {
      willChange()
      storedRenamingIdentifier = newValue
    }
  }

  /// The renaming identifier as it was given.
  var statedRenamingIdentifier: String? { storedRenamingIdentifier }

  /// A Boolean value that indicates whether a store keeps an index on this property alone.
  open var isIndexed: Bool {
    get { storedIsIndexed }
    set {
      willChange()
      storedIsIndexed = newValue
    }
  }

  /// Stops where the model is in use.
  func willChange() { owner?.willChange() }

  /// Returns a copy that belongs to no entity and can be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init(copying: self)
    return copy
  }

  /// Makes a copy of another property.
  public required init(copying other: NSPropertyDescription) {
    super.init()
    storedName = other.storedName
    storedIsOptional = other.storedIsOptional
    storedIsTransient = other.storedIsTransient
    storedUserInfo = other.storedUserInfo
    storedHashModifier = other.storedHashModifier
    storedRenamingIdentifier = other.storedRenamingIdentifier
    storedIsIndexed = other.storedIsIndexed
  }

  /// The notes whose keys and values are texts, which the engine keeps.
  var textNotes: [String: String] {
    (userInfo ?? [:]).reduce(into: [:]) { notes, pair in
      if let key = pair.key.base as? String { notes[key] = "\(pair.value)" }
    }
  }

  open override var description: String { "\(type(of: self)) \(name)" }
}
