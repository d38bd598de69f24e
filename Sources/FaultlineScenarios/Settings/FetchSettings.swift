// How objects come from a fetch that does not say so itself.

import Faultline
import FaultlineMeasures

/// How objects come.
enum FetchForm: String, CaseIterable, Sendable {
  /// As faults whose rows are in the cache.
  case faults
  /// With their values.
  case realized
  /// As faults of which only the keys were read.
  case keys
}

/// What every fetch of a trial starts from; a step's own words go before it.
package struct FetchSettings: Sendable {
  private(set) var batchSize: Int?
  private(set) var form: FetchForm?
  /// Paths of relationships whose destinations come along, where an entity has them.
  private var prefetched: [Node] = []
  /// Whether fetches prefetch without saying so themselves.
  var prefetches: Bool { !prefetched.isEmpty }

  /// The keys under `context`, and in a variant.
  static let keys = [
    Key(
      "fetchBatchSize", .count.orOff,
      "How many objects are filled at a time, of fetches that name them without 'batch'; \(DisabledKeyword.word) for all at once, "
        + "as when it is left out."),
    Key(
      "fetchesAs", .choice(FetchForm.allCases.map(\.rawValue)),
      "How the objects of fetches come without 'as'; as faults if it is left out."),
    Key(
      "prefetches", .either([.name, .list(.name)]).orOff,
      "Paths of relationships whose destinations come along in fetches without 'prefetch', where an entity has them; "
        + "\(DisabledKeyword.word), as when it is left out."),
  ]

  /// Takes over what a mapping says.
  mutating func apply(_ fields: Fields) throws(Diagnostic) {
    if let node = fields.optional("fetchBatchSize") {
      let size = try node.integerOrOff(in: 0...Int.max)
      batchSize = size == 0 ? nil : size
    }
    if let node = fields.optional("fetchesAs") { form = try node.choice(of: FetchForm.self) }
    guard let node = fields.optional("prefetches") else { return }
    prefetched = Self.paths(node)
    for node in prefetched { _ = try node.identifier() }
  }

  /// The paths of a list, of one name, or of none.
  static func paths(_ node: Node) -> [Node] {
    if case .list(let nodes) = node.value { return nodes }
    return node.isOff ? [] : [node]
  }

  /// Checks that each path leads somewhere.
  func check(_ model: ManagedObjectModel) throws(Diagnostic) {
    for node in prefetched where !model.entities.contains(where: { leads(node, from: $0) }) {
      throw node.diagnostic(
        "no entity has the path \(node.inWords)",
        notes: ["a path is relationships with dots between them, such as department.company"])
    }
  }

  /// The paths that lead somewhere from an entity.
  func paths(from entity: EntityDescription) -> [String] {
    prefetched.filter { leads($0, from: entity) }.compactMap { $0.scalar?.text }
  }

  private func leads(_ node: Node, from entity: EntityDescription) -> Bool {
    var place: EntityDescription? = entity
    for part in node.scalar?.text.split(separator: ".") ?? [] {
      place = place?.relationshipsByName[String(part)]?.destinationEntity
    }
    return place != nil
  }

  /// What is set, as a report lists it.
  var listed: [Setting] {
    var listed: [Setting] = []
    if let batchSize { listed.append(Setting(name: "fetchBatchSize", value: batchSize)) }
    if let form { listed.append(Setting(name: "fetchesAs", value: form.rawValue)) }
    if !prefetched.isEmpty {
      let paths = prefetched.compactMap { $0.scalar?.text }
      listed.append(Setting(name: "prefetches", value: paths.joined(separator: " + ")))
    }
    return listed
  }
}
