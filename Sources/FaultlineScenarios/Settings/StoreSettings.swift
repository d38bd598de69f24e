// Settings of the work between a context and its stores.

import Faultline
import FaultlineMeasures
import FaultlineSQLite

/// How old rows may be, what wins a conflict, and how a database is tuned.
package struct StoreSettings: Sendable, Hashable {
  private var stalenessInterval: Double?
  private var mergePolicy: String?
  /// Settings of a store's database by name.
  private(set) var pragmas: [Setting] = []

  private static let policies: [(word: String, policy: MergePolicy)] = [
    ("error", .error), ("store-wins", .mergeByPropertyStoreTrump),
    ("object-wins", .mergeByPropertyObjectTrump), ("overwrite", .overwrite),
    ("rollback", .rollback),
  ]

  /// The keys under `context`, and in a variant.
  static let keys = [
    Key(
      "stalenessInterval", .number.orOff,
      "How many seconds old a row may be that fills a fault; \(DisabledKeyword.word) for any age, as when it is left out."
    ),
    Key(
      "mergePolicy", .choice(policies.map(\.word)),
      "What a save does about rows that were changed elsewhere meanwhile; error if it is left out."),
  ]
  static let pragmasKey = Key(
    "pragmas", .names(.text).orOff,
    "Settings of an SQLite database, such as {cache_size: -2000}, or \(DisabledKeyword.word); with mmap_size, pages are in no heap "
      + "number."
  )

  /// Takes over what a mapping says.
  mutating func apply(_ fields: Fields) throws(Diagnostic) {
    if let node = fields.optional("stalenessInterval") {
      let seconds = node.isOff ? nil : try node.number(mayBeOff: true)
      // Nothing is older than a negative age allows, which is another way to ask for none.
      stalenessInterval = seconds.flatMap { $0 < 0 ? nil : $0 }
    }
    if let node = fields.optional("mergePolicy") {
      mergePolicy = try node.choice(among: Self.policies.map(\.word))
    }
  }

  /// Takes over what a mapping says of the database.
  mutating func applyPragmas(_ fields: Fields) throws(Diagnostic) {
    guard let node = fields.optional(Self.pragmasKey.name) else { return }
    pragmas = []
    guard !node.isOff else { return }
    for entry in try node.entries() {
      let (name, value) = (try entry.key.identifier(), try entry.value.text())
      guard Pragmas.known.contains(name) else {
        throw entry.key.diagnostic(
          "a database has no setting \(name.inQuotes) that a scenario may change"
            + Spelling.question(for: name, among: Pragmas.known),
          notes: ["known settings: \(Spelling.list(Pragmas.known))"])
      }
      guard Pragmas.isValue(value) else {
        throw entry.value.diagnostic(
          "\(value.inQuotes) is no value of the setting \(name.inQuotes)",
          notes: ["a value is a number or a word"])
      }
      pragmas.append(Setting(name: name, value: value))
    }
  }

  /// Whether pages of the file are read where the system maps them, and not into memory of SQLite's.
  var mapsItsFile: Bool {
    pragmas.contains { pragma in
      let value = pragma.value.plain
      return pragma.name == "mmap_size" && !DisabledKeyword.isMeant(by: value)
        && (Int(value) ?? 1) > 0
    }
  }

  /// Sets a context to it.
  func apply(to context: ManagedObjectContext) {
    if let stalenessInterval { context.stalenessInterval = stalenessInterval }
    if let policy = Self.policies.first(where: { $0.word == mergePolicy })?.policy {
      context.mergePolicy = policy
    }
  }

  /// What is set, as a report lists it.
  var listed: [Setting] {
    var listed: [Setting] = []
    if let stalenessInterval {
      listed.append(Setting(name: "stalenessInterval", value: "\(stalenessInterval)"))
    }
    if let mergePolicy { listed.append(Setting(name: "mergePolicy", value: mergePolicy)) }
    if !pragmas.isEmpty {
      let words = pragmas.map { "\($0.name) \($0.value.plain)" }.joined(separator: " + ")
      listed.append(Setting(name: "pragmas", value: words))
    }
    return listed
  }
}
