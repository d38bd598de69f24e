// A model as a program describes it, and as the engine takes it.

public import Foundation
import Faultline
import FaultlineSQLite

/// The entities of a graph: a draft until a coordinator takes it, and frozen from then on.
open class NSManagedObjectModel: NSObject, NSCopying {
  private var storedEntities: [NSEntityDescription] = []
  private var members: [String: [NSEntityDescription]] = [:]
  private var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
  private var storedIdentifiers: Set<AnyHashable> = []
  /// The module in whose resources the model lies, where its entities' classes are looked for first.
  var module: String?
  private let lock = NSRecursiveLock()
  private var frozen: ManagedObjectModel?
  private var byClass: [ObjectIdentifier: NSEntityDescription] = [:]

  /// Makes a model without entities.
  public override init() {
    super.init()
    LoadedModels.add(self)
  }

  /// Reads a model from an `.xcdatamodeld` folder, or from a folder with its contents; nil if there is none.
  public convenience init?(contentsOf url: URL) {
    do {
      self.init(reading: try ManagedObjectModel(contentsOf: ModelVersions.current(of: url)))
      module = ModuleName.ofResource(at: url)
    } catch {
      FileHandle.standardError.write(Data("CoreData: \(error)\n".utf8))
      return nil
    }
  }

  init(reading model: ManagedObjectModel) {
    super.init()
    BundledModelReader(model).fill(self)
    LoadedModels.add(self)
  }

  deinit {
    for entity in allEntities { entity.engine = nil }
  }

  // MARK: - Entities

  /// The entities.
  open var entities: [NSEntityDescription] {
    get { storedEntities }
    set {
      willChange()
      for entity in storedEntities { entity.owner = nil }
      storedEntities = newValue
      for entity in allEntities { entity.owner = self }
    }
  }

  /// The entities, with those that are named only as subentities of another.
  var allEntities: [NSEntityDescription] {
    var found: [NSEntityDescription] = []
    func add(_ entity: NSEntityDescription) {
      guard !found.contains(where: { $0 === entity }) else { return }
      found.append(entity)
      entity.subentities.forEach(add)
    }
    storedEntities.forEach(add)
    return found
  }

  /// The entities by name.
  open var entitiesByName: [String: NSEntityDescription] {
    Dictionary(
      allEntities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Configurations

  /// The names of the configurations.
  open var configurations: [String] { members.keys.sorted() }

  /// Returns the entities of a configuration; nil names all of them.
  open func entities(forConfigurationName name: String?) -> [NSEntityDescription]? {
    guard let name, name != Self.defaultConfiguration else { return allEntities }
    return members[name]
  }

  /// Sets the entities of a configuration.
  open func setEntities(_ entities: [NSEntityDescription], forConfigurationName name: String) {
    willChange()
    members[name] = entities
  }

  static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

  // MARK: - Requests of the model

  /// The fetch requests that the model keeps, by name.
  open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    templates
  }

  /// Returns the fetch request that the model keeps under a name.
  open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<
    any NSFetchRequestResult
  >? { templates[name] }

  /// Sets the fetch request that the model keeps under a name.
  open func setFetchRequestTemplate(
    _ template: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    willChange()
    templates[name] = template
  }

  /// Returns a copy of a request that the model keeps, with values for its variables.
  open func fetchRequestFromTemplate(
    withName name: String, substitutionVariables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let template = templates[name] else { return nil }
    let request = template._cast(to: (any NSFetchRequestResult).self).copied()
    request.predicate = request.predicate?
      .withSubstitutionVariables(substitutionVariables)
    return request
  }

  // MARK: - Versions

  /// The names that the model's author gave to this version.
  open var versionIdentifiers: Set<AnyHashable> {
    get { storedIdentifiers }
    set {
      willChange()
      storedIdentifiers = newValue
    }
  }

  /// The digests by which a store knows its entities, by name.
  open var entityVersionHashesByName: [String: Data] {
    guard let model = try? engineModel() else { return [:] }
    return VersionHashes(model.entities).byEntity
  }

  /// Returns a Boolean value that indicates whether a store with that metadata can be opened with the model.
  open func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
      let entities = entities(forConfigurationName: configuration)
    else { return false }
    let hashes = entityVersionHashesByName
    let names = entities.compactMap(\.name)
    return Set(names) == Set(stored.keys) && names.allSatisfy { hashes[$0] == stored[$0] }
  }

  // MARK: - Copying and merging

  /// Returns a copy that can be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSManagedObjectModel()
    ModelCopier([self]).fill(copy)
    copy.module = module
    return copy
  }

  /// Makes a model of the entities of several; nil if there is none.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models, !models.isEmpty else { return nil }
    self.init()
    ModelCopier(models).fill(self)
    module = models.lazy.compactMap(\.module).first
  }

  /// Returns a model of the entities of all models in bundles; the main bundle's if none is named.
  open class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let models = (bundles ?? [Bundle.main]).flatMap { bundle in
      let urls = ["momd", "mom"].flatMap {
        bundle.urls(forResourcesWithExtension: $0, subdirectory: nil) ?? []
      }
      return urls.compactMap { NSManagedObjectModel(contentsOf: $0 as URL) }
    }
    return NSManagedObjectModel(byMerging: models)
  }

  /// Models of equal entities are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectModel else { return false }
    return self === other || entitiesByName == other.entitiesByName
  }

  open override var hash: Int { storedEntities.count }

  // MARK: - Freezing

  private func willChange() {
    if frozen != nil { misuse("The model cannot be changed: a coordinator uses it.") }
  }

  /// A Boolean value that indicates whether a coordinator has taken the model.
  var isFrozen: Bool { frozen != nil }

  /// Returns the engine's model, and lets nothing be changed from now on.
  ///
  /// A target that is given has precedence over others that have a class of the same name.
  func freeze(beside target: String? = nil) throws -> ManagedObjectModel {
    lock.lock()
    defer { lock.unlock() }
    if let frozen { return frozen }
    let model = try cocoa {
      try ModelFreezer(self, requests: templates, configurations: members)
        .frozen(preferring: [module, target].compactMap { $0 })
    }
    for entity in allEntities {
      if let type = entity.objectClass, !entity.isAbstract || byClass[ObjectIdentifier(type)] == nil
      {
        byClass[ObjectIdentifier(type)] = entity
      }
    }
    frozen = model
    return model
  }

  /// The engine's model; a draft's is made anew each time.
  func engineModel() throws -> ManagedObjectModel {
    if let frozen { return frozen }
    let copy = NSManagedObjectModel()
    ModelCopier([self]).fill(copy)
    return try ModelFreezer(copy, requests: copy.templates, configurations: copy.members).draft()
  }

  /// The entity whose objects are of a class.
  func entity(for type: NSManagedObject.Type) -> NSEntityDescription? {
    if frozen != nil { return byClass[ObjectIdentifier(type)] }
    let names = ["\(type)", String(reflecting: type)]
    return allEntities.first {
      let name = ClassName($0.managedObjectClassName ?? "")
      return name.bare == names[0] && (name.module == nil || name.full == names[1])
    }
  }
}
