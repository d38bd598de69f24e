// What all targets of a port declare: classes, their managed properties, functions and protocols.

/// The declarations of all targets that rules look up by name.
struct Catalog: Sendable {
  /// A place of a declaration.
  struct Place: Hashable, Sendable {
    var target: Int
    var file: Int
    var declaration: Int
  }

  struct ClassFact: Sendable {
    var name: String
    var place: Place
    var superclass: String?
    var isPublic: Bool
    /// A Boolean value that indicates whether other files can extend the class in every build.
    var isVisible: Bool
    /// A Boolean value that indicates whether the class is generic, so that it cannot have static properties.
    var isGeneric: Bool
    var isMainActor: Bool
    /// The managed properties of its body and its extensions.
    var properties: [Property] = []
  }

  struct Property: Equatable, Sendable {
    var name: String
    var type: String
    var place: Place
    var isPrivate: Bool
    var isPublic: Bool
  }

  struct FunctionFact: Sendable {
    var name: String
    var labels: [String?]
    var types: [String]
    var isOfType: Bool
    var isMainActor: Bool
    var returnsValue: Bool
    var selector: String?
  }

  let targetNames: [String]
  private(set) var classes: [String: [ClassFact]] = [:]
  /// Functions by the last name of their type.
  private(set) var functions: [String: [FunctionFact]] = [:]
  /// The optional functions and properties of all protocols.
  private(set) var optionalMembers: Set<String> = []
  /// For each stored or computed property of a type the types that it has anywhere.
  private(set) var propertyTypes: [String: Set<String>] = [:]
  private var classesByPlace: [Place: (key: String, index: Int)] = [:]
  private var overrides: [Place: [ExtensionOverride]] = [:]
  /// Properties of all entities of all model versions, by class.
  private(set) var modelProperties: [String: [ModelSource.Property]] = [:]

  init(targets: [(name: String, files: [SourceFile], models: [ModelFolder])]) {
    targetNames = targets.map(\.name)
    for (number, target) in targets.enumerated() {
      for (index, file) in target.files.enumerated() {
        collectClasses(of: file, at: (number, index))
        collectMembers(of: file)
      }
      for model in target.models {
        for version in model.versions {
          for entity in version.model.entities {
            modelProperties[entity.className, default: []] += entity.properties
          }
        }
      }
    }
    for (number, target) in targets.enumerated() {
      for (index, file) in target.files.enumerated() {
        collectProperties(of: file, at: (number, index))
        collectOverrides(of: file, in: number)
      }
    }
  }

  // MARK: - Collecting

  private mutating func collectClasses(of file: SourceFile, at place: (target: Int, file: Int)) {
    for (index, declaration) in file.declarations.enumerated() {
      guard declaration.kind == .class, !file.isInactive[declaration.introducer] else { continue }
      let fact = ClassFact(
        name: file.qualifiedName(of: index),
        place: Place(target: place.target, file: place.file, declaration: index),
        superclass: declaration.inherited.first, isPublic: declaration.isPublic,
        isVisible: file.isVisible(index) && !file.isConditional[declaration.introducer],
        isGeneric: declaration.isGeneric,
        isMainActor: declaration.attribute("MainActor") != nil)
      classesByPlace[fact.place] = (declaration.name, classes[declaration.name]?.count ?? 0)
      classes[declaration.name, default: []].append(fact)
    }
  }

  private mutating func collectMembers(of file: SourceFile) {
    let source = file.source
    for declaration in file.declarations {
      guard !declaration.isLocal, declaration.parent >= 0 else { continue }
      let parent = file.declarations[declaration.parent]
      let isOptional = declaration.hasModifier("optional") && parent.kind == .protocol
      switch declaration.kind {
      case .function:
        let parameters = source.parameters(of: declaration)
        let attribute = declaration.attribute("objc")
        functions[Self.lastName(parent.name), default: []].append(
          FunctionFact(
            name: declaration.name, labels: parameters.map(\.label),
            types: parameters.map { source.joined($0.type) }, isOfType: declaration.isOfType,
            isMainActor: declaration.attribute("MainActor") != nil
              || parent.attribute("MainActor") != nil,
            returnsValue: !declaration.result.isEmpty,
            selector: attribute.flatMap {
              $0.arguments.isEmpty ? nil : source.joined($0.arguments)
            }))
        if isOptional { optionalMembers.insert(declaration.name) }
      case .variable:
        for pattern in source.patterns(of: declaration) {
          propertyTypes[pattern.name, default: []].insert(
            pattern.type.isEmpty ? "" : source.joined(pattern.type))
          if isOptional { optionalMembers.insert(pattern.name) }
        }
      default: break
      }
    }
  }

  private mutating func collectProperties(
    of file: SourceFile, at place: (target: Int, file: Int)
  ) {
    for (index, declaration) in file.declarations.enumerated() {
      guard declaration.kind == .variable, declaration.attribute("NSManaged") != nil,
        !declaration.isLocal, declaration.parent >= 0, !file.isInactive[declaration.introducer]
      else { continue }
      let owner = file.declarations[declaration.parent]
      let name =
        owner.kind == .extension ? owner.name : file.qualifiedName(of: declaration.parent)
      let own = classesByPlace[
        Place(target: place.target, file: place.file, declaration: declaration.parent)]
      guard let found = own ?? location(of: name, from: place.target, file: place.file)
      else { continue }
      for pattern in file.source.patterns(of: declaration) {
        classes[found.key]?[found.index].properties.append(
          Property(
            name: pattern.name, type: file.source.joined(pattern.type),
            place: Place(target: place.target, file: place.file, declaration: index),
            isPrivate: declaration.isPrivate || (owner.kind == .extension && owner.isPrivate),
            isPublic: declaration.isPublic
              || (owner.kind == .extension && owner.isPublic && declaration.access == nil)))
      }
    }
  }

  private mutating func collectOverrides(of file: SourceFile, in target: Int) {
    for declaration in file.declarations {
      guard let override = ExtensionOverride(declaration, in: file),
        let fact = classFact(override.extended, from: target), fact.place.target == target
      else { continue }
      overrides[fact.place, default: []].append(override)
    }
  }

  // MARK: - Looking up

  /// The overrides of a class that its extensions in the same target have.
  func extensionOverrides(of fact: ClassFact) -> [ExtensionOverride] { overrides[fact.place] ?? [] }

  /// The last part of a type's name, without generic arguments and marks of optionals.
  static func lastName(_ type: String) -> String {
    let bare = type.prefix { $0 != "<" }.filter { $0 != "?" && $0 != "!" && $0 != " " }
    return bare.split(separator: ".").last.map(String.init) ?? ""
  }

  private func location(
    of name: String, from target: Int, file: Int = -1
  ) -> (key: String, index: Int)? {
    let last = Self.lastName(name)
    guard let candidates = classes[last] else { return nil }
    func index(_ isChosen: (ClassFact) -> Bool) -> Int? { candidates.firstIndex(where: isChosen) }
    let chosen =
      index { $0.place.target == target && $0.place.file == file }
      ?? index { $0.place.target == target && $0.name == name }
      ?? index { $0.name == name || "\(targetNames[$0.place.target]).\($0.name)" == name }
      ?? index { $0.place.target == target }
      ?? index { _ in true }
    return chosen.map { (last, $0) }
  }

  /// The class that is declared at a place.
  func classFact(at place: Place) -> ClassFact? {
    classesByPlace[place].flatMap { classes[$0.key]?[$0.index] }
  }

  /// All classes, in the order of their names.
  var allClasses: [ClassFact] {
    classes.values.joined().sorted {
      ($0.name, $0.place.target, $0.place.file) < ($1.name, $1.place.target, $1.place.file)
    }
  }

  /// The class of a name, as seen from a target.
  func classFact(_ name: String, from target: Int) -> ClassFact? {
    location(of: name, from: target).flatMap { classes[$0.key]?[$0.index] }
  }

  /// The class and those that it inherits from, as far as they are known; each occurs once.
  func ancestry(of fact: ClassFact) -> [ClassFact] {
    var chain = [fact]
    var places = [fact.place]
    // No hierarchy is that deep; a source that was made up may be.
    while chain.count < 100, let name = chain.last?.superclass,
      let next = classFact(name, from: chain[chain.count - 1].place.target),
      !places.contains(next.place)
    {
      chain.append(next)
      places.append(next.place)
    }
    return chain
  }

  /// Returns whether a class inherits from `NSManagedObject`, or has managed properties.
  func isManaged(_ fact: ClassFact) -> Bool {
    let chain = ancestry(of: fact)
    return chain.contains { !$0.properties.isEmpty }
      || chain.last?.superclass.map(Self.lastName) == "NSManagedObject"
  }

  /// Returns whether a type of a name is managed, the framework's own class included.
  func isManaged(_ name: String, from target: Int) -> Bool {
    if Self.lastName(name) == "NSManagedObject" { return true }
    return classFact(name, from: target).map(isManaged) ?? false
  }

  /// The function of a name in a type, or in one that the type inherits from.
  func function(_ name: String, in type: String, from target: Int) -> FunctionFact? {
    let last = Self.lastName(type)
    if let found = functions[last]?.first(where: { $0.name == name }) { return found }
    guard let fact = classFact(type, from: target) else { return nil }
    for ancestor in ancestry(of: fact) {
      let functions = functions[Self.lastName(ancestor.name)]
      if let found = functions?.first(where: { $0.name == name }) { return found }
    }
    return nil
  }

  /// The names of a class's managed and modeled properties, inherited ones included.
  func propertyNames(of fact: ClassFact) -> [String] {
    ancestry(of: fact).flatMap { ancestor in
      (modelProperties[Self.lastName(ancestor.name)] ?? []).map(\.name)
        + ancestor.properties.map(\.name)
    }
  }

  /// Returns whether a relationship of a class is ordered, by the type of its property or by the model.
  func isOrdered(_ key: String, in fact: ClassFact) -> Bool {
    for ancestor in ancestry(of: fact) {
      if let property = ancestor.properties.first(where: { $0.name == key }) {
        return property.type.hasPrefix("NSOrderedSet")
          || property.type.hasPrefix("NSMutableOrderedSet")
      }
      for property in modelProperties[Self.lastName(ancestor.name)] ?? []
      where property.name == key {
        if case .toMany(_, let isOrdered) = property.kind { return isOrdered }
      }
    }
    return false
  }
}
