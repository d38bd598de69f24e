// The entities of a graph, checked and laid out once, immutable from then on.

public import Foundation

/// The entities of a graph.
public final class ManagedObjectModel: Sendable {
  /// The entities in name order.
  public let entities: [EntityDescription]
  /// The entities by name.
  public let entitiesByName: [String: EntityDescription]
  /// The names of the configurations, in name order.
  public let configurations: [String]
  /// The fetch requests that the model keeps, in name order.
  public let fetchRequestTemplates: [FetchRequestTemplate]
  /// The names that the model's author gave to this version of it.
  public let versionIdentifiers: Set<String>
  /// What a model file says and the engine does not understand, each with its place.
  public let warnings: [String]
  private let members: [String: [String]]
  private let plan = WriteOnce<DerivationPlan>()

  /// The configuration that every model has: all its entities.
  private static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

  /// Makes a model, or throws one error that lists everything that is wrong with it.
  ///
  /// A configuration is a name and the names of the entities that belong to it.
  public convenience init(
    entities: [EntityDescription], configurations: [String: [String]] = [:],
    fetchRequestTemplates: [FetchRequestTemplate] = [], versionIdentifiers: Set<String> = []
  ) throws(GraphError) {
    try self.init(
      ModelDraft(
        entities: entities, configurations: configurations,
        fetchRequestTemplates: fetchRequestTemplates, versionIdentifiers: versionIdentifiers))
  }

  /// Makes a model that was read from elsewhere, with what its reader could not take in.
  package convenience init(
    entities: [EntityDescription], configurations: [String: [String]],
    fetchRequestTemplates: [FetchRequestTemplate], versionIdentifiers: Set<String>,
    warnings: [String]
  ) throws(GraphError) {
    try self.init(
      ModelDraft(
        entities: entities, configurations: configurations,
        fetchRequestTemplates: fetchRequestTemplates, versionIdentifiers: versionIdentifiers,
        warnings: warnings.map { ModelFault(text: $0) }, wasRead: true))
  }

  /// Loads a model, or throws one error that lists everything that is wrong with it, line by line.
  ///
  /// The URL leads to an `.xcdatamodeld` folder, whose current version is loaded, to an
  /// `.xcdatamodel` folder, or to the XML file in it.
  public convenience init(contentsOf url: URL) throws(GraphError) {
    try self.init(try ModelDocument(ModelFile(at: url)).draft)
  }

  init(_ draft: ModelDraft) throws(GraphError) {
    let draft = draft.withoutUselessIndexes
    let checks = ModelChecks(draft)
    if let error = GraphError(badModel: draft.faults + checks.faults(), in: draft.places.file) {
      throw error
    }
    entities = checks.entities
    entitiesByName = checks.byName
    configurations = draft.configurations.keys.sorted()
    members = draft.configurations
    fetchRequestTemplates = draft.fetchRequestTemplates.sorted { $0.name < $1.name }
    versionIdentifiers = draft.versionIdentifiers
    warnings = draft.warningTexts
    EntityGraph.link(entities, checks.lineages)
    plan.set(DerivationPlan(entities))
  }

  /// The derived attributes of its entities.
  package var derivations: DerivationPlan { plan.value ?? DerivationPlan([]) }

  /// Derived attributes of an entity that no save could compute, each in a few words.
  package func underivable(of entity: EntityDescription) -> [String] {
    derivations.isEmpty ? [] : derivations.faults[entity.index]
  }

  /// The entities of a configuration in name order; nil for an unknown one.
  public func entities(forConfigurationName name: String) -> [EntityDescription]? {
    if name == Self.defaultConfiguration { return entities }
    guard let members = members[name] else { return nil }
    return Set(members).sorted().compactMap { entitiesByName[$0] }
  }

  /// Lets the objects of an entity be of a class of your own; call it before the first of them is made.
  public func register(_ type: ManagedObject.Type, forEntityNamed name: String) {
    do throws(GraphError) { try registering(type, forEntityNamed: name) } catch { misuse(error) }
  }

  /// Gives an entity its class, or says why that cannot be (semantics 125).
  package func registering(
    _ type: ManagedObject.Type, forEntityNamed name: String
  ) throws(GraphError) {
    guard try entity(named: name).objectClass.set(type) else {
      throw GraphError(
        .coreData,
        "Objects of '\(name)' were made already; register '\(type)' before the model is used.")
    }
  }

  /// The entity of that name, or an error that lists the known ones.
  package func entity(named name: String) throws(GraphError) -> EntityDescription {
    guard let entity = entitiesByName[name] else { throw unknownEntity(name) }
    return entity
  }

  private func unknownEntity(_ name: String) -> GraphError {
    GraphError(
      .unsupportedRequest,
      "The model has no entity '\(name)'; it has \(entities.map(\.name).joined(separator: ", ")).")
  }

  /// An entity with all that inherit from it, in name order.
  package func family(of entity: EntityDescription) -> [EntityDescription] {
    entities.filter { $0.isKindOf(entity: entity) }
  }
}
