// A model before it is checked: what is in it, and where in a file each part stands.

/// Everything that a model is made of, and what its reader already found wrong.
struct ModelDraft {
  var entities: [EntityDescription] = []
  var configurations: [String: [String]] = [:]
  var fetchRequestTemplates: [FetchRequestTemplate] = []
  var versionIdentifiers: Set<String> = []
  var places = ModelPlaces()
  var faults: [ModelFault] = []
  var warnings: [ModelFault] = []
  /// Whether it comes from a file, and not from a program that could mend it.
  var wasRead = false

  /// What the file says and the engine does not understand, in the order of the file.
  var warningTexts: [String] { warnings.inOrder.map { $0.placed(in: places.file) } }
}

/// Something wrong with a model.
struct ModelFault {
  var line: Int?
  var key: String?
  var text: String

  /// The text behind the place in the file, if there is one.
  func placed(in file: String?) -> String {
    (file.map { "\($0):\(line ?? 1): " } ?? "") + text
  }
}

extension [ModelFault] {
  /// By line; what stands in the same one keeps its order.
  var inOrder: [ModelFault] {
    enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }.map(\.element)
  }
}

/// The lines of a model file in which the parts of a model stand; empty for a model made in Swift.
struct ModelPlaces {
  /// A part of a model.
  enum Part: Hashable {
    case description(ObjectIdentifier)
    case index(ObjectIdentifier, String)
    case configuration(String)
    case template(String)
  }

  /// The file as a message names it.
  var file: String?
  private var lines: [Part: Int] = [:]

  subscript(part: Part) -> Int? {
    get { lines[part] }
    set { lines[part] = newValue }
  }

  subscript(description: AnyObject) -> Int? {
    get { lines[.description(ObjectIdentifier(description))] }
    set { lines[.description(ObjectIdentifier(description))] = newValue }
  }
}

extension GraphError {
  /// One error for all that is wrong, in the order of the file; nil if nothing is.
  init?(badModel faults: [ModelFault], in file: String?) {
    guard !faults.isEmpty else { return nil }
    self.init(
      .invalidModel, "The model cannot be used; mend what is listed.",
      detailed: faults.inOrder.map {
        GraphError(.invalidModel, $0.placed(in: file), key: $0.key)
      })
  }
}

// A model that was read goes on without the indexes that no store can make: an index changes no answer.
extension ModelDraft {
  /// The model without such indexes, with a warning for each, if it was read; as it is otherwise.
  var withoutUselessIndexes: ModelDraft {
    guard wasRead else { return self }
    let checks = ModelChecks(self)
    // Whatever is too large is refused, and to look through it would take too long.
    guard checks.tooLarge().isEmpty else { return self }
    let faults = checks.indexFaults()
    guard !faults.isEmpty else { return self }
    var useless: [ObjectIdentifier: [ModelChecks.IndexFault.Subject]] = [:]
    var draft = self
    for fault in faults {
      useless[ObjectIdentifier(fault.entity), default: []].append(fault.subject)
      draft.warnings.append(
        ModelFault(
          line: fault.fault.line, text: "\(fault.fault.text.dropLast()); it is left out."))
    }
    for (place, entity) in entities.enumerated() {
      guard let subjects = useless[ObjectIdentifier(entity)] else { continue }
      let useful = entity.without(subjects)
      draft.places[useful] = places[entity]
      draft.entities[place] = useful
    }
    return draft
  }
}

extension EntityDescription {
  /// The same entity with some of its indexes left out; it belongs to no model yet.
  fileprivate func without(_ subjects: [ModelChecks.IndexFault.Subject]) -> EntityDescription {
    func useful<Index>(
      _ indexes: [Index], _ subject: (Int) -> ModelChecks.IndexFault.Subject
    ) -> [Index] {
      indexes.enumerated().filter { !subjects.contains(subject($0.offset)) }.map(\.element)
    }
    return EntityDescription(
      EntityFacts(
        name: name, isAbstract: isAbstract, superentityName: superentityName,
        statedClassName: statedClassName, attributes: ownAttributes,
        fetchedProperties: ownFetchedProperties, uniquenessConstraints: uniquenessConstraints,
        indexes: useful(indexes) { .index($0) },
        compoundIndexes: useful(compoundIndexes) { .compound($0) },
        statedRenamingIdentifier: statedRenamingIdentifier,
        versionHashModifier: versionHashModifier, userInfo: userInfo),
      ownRelationships)
  }
}
