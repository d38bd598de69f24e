// What is in a store, found out without touching it.

public import Faultline
public import Foundation

/// The findings about a SQLite store: what it says of itself, what it holds, what fits a model and what does not.
///
/// ```swift
/// let findings = try StoreInspection(of: url)
/// for entity in findings.entities { print(entity.name, entity.rows, entity.bytes) }
/// ```
/// The store stays as it is, and nothing appears beside it: where a journal lies there, copies are read.
public struct StoreInspection: Sendable, Encodable {
  /// Where the model comes from that the store was laid beside.
  public enum ModelSource: String, Sendable, Encodable {
    case given, inside
    /// One stands inside, and cannot be used; the warnings say why.
    case unusable
    case none
  }

  /// One entity of the store.
  public struct Entity: Sendable, Encodable {
    /// Its name in the model, or in the store where there is no model.
    public let name: String
    /// Its name in the store, where a migration has left another one.
    public let formerName: String?
    /// Its number in the store; 0 if the store does not have it.
    public let number: Int
    /// The name of its parent.
    public let superentity: String?
    /// The table of its rows.
    public let table: String?
    /// How many rows are of this entity itself.
    public let rows: Int
    /// The bytes of the table's pages that its rows take, by the share of what stands in them.
    public let bytes: Int
    /// Where its own properties are kept; none where there is no model.
    public let properties: [Property]
  }

  /// One property of an entity.
  public struct Property: Sendable, Encodable {
    /// The key.
    public let name: String
    /// What it holds, in words.
    public let kind: String
    /// The column, or the table of pairs, where it is kept; nil if nowhere.
    public let place: String?
    /// Whether it never reaches a store, so that it needs no place.
    public let isTransient: Bool
  }

  /// One table with its indexes.
  public struct Table: Sendable, Encodable {
    /// The name.
    public let name: String
    /// How many rows there are, of whatever entity.
    public let rows: Int
    /// The bytes of its pages.
    public let bytes: Int
    /// Its indexes by name.
    public let indexes: [Index]
  }

  /// One index.
  public struct Index: Sendable, Encodable {
    /// The name.
    public let name: String
    /// What is indexed.
    public let columns: [String]
    /// Whether no two rows have the same values.
    public let isUnique: Bool
    /// The bytes of its pages.
    public let bytes: Int
  }

  /// One table that a module of SQLite's makes up, such as an R-tree over coordinates; its rows are not counted.
  public struct VirtualTable: Sendable, Encodable {
    /// The name.
    public let name: String
    /// The module, such as `rtree`.
    public let module: String
  }

  /// What the store says of itself under one key.
  public struct Fact: Sendable, Encodable {
    /// The key.
    public let key: String
    /// The value in words.
    public let value: String
  }

  /// Saves that were written to another store as well.
  public struct SharedSaves: Sendable, Encodable {
    /// The identifier of the other store.
    public let store: UUID
    /// How many there are, as this one has it.
    public let count: Int
  }

  /// The identifier that is part of every object ID of the store.
  public let identifier: UUID
  /// The version of Core Data that wrote it last, if it says so.
  public let frameworkVersion: Int?
  /// Whether this engine has made it.
  public let isOwn: Bool
  /// The bytes of the file, without its journal.
  public let bytes: Int
  /// The bytes of the journal beside it: what was saved last, and is not in the file itself yet.
  public let journalBytes: Int
  /// How many files lie beside it with data that is too large for a row.
  public let externalFiles: Int
  /// The bytes of those files.
  public let externalBytes: Int
  /// The bytes of one page.
  public let pageSize: Int
  /// Where the model comes from.
  public let modelSource: ModelSource
  /// What of the model is not understood.
  public let modelWarnings: [String]
  /// Its entities by number; those that it does not have come last.
  public let entities: [Entity]
  /// Its tables by name, those that keep its books and its history included.
  public let tables: [Table]
  /// Its virtual tables by name; what they keep stands in tables of their own.
  public let virtualTables: [VirtualTable]
  /// The names of its triggers.
  public let triggers: [String]
  /// What the model and the store do not agree on, in sentences.
  public let differences: [String]
  /// Why saves to it are refused; nil if they are not.
  public let objection: String?
  /// Whether saves are allowed nevertheless where its history is kept up (`StoreOptions.tracksHistory`).
  public let isWritableWithHistory: Bool
  /// The saves that it shares with other stores, by their identifiers; what the others say of them must be the same.
  public let sharedSaves: [SharedSaves]
  /// The history of its changes; nil where it keeps none.
  public let history: History?
  /// What it says of itself, by key.
  public let metadata: [Fact]
  /// The model that it was laid beside.
  public let model: ManagedObjectModel?

  private enum CodingKeys: CodingKey {
    case identifier, frameworkVersion, isOwn, bytes, journalBytes, externalFiles, externalBytes
    case pageSize, modelSource, modelWarnings, entities, tables, virtualTables, triggers
    case differences, objection, isWritableWithHistory, sharedSaves, history, metadata
  }

  /// Looks into a store, by a model or else by the one inside; without either it shows what the tables contain.
  ///
  /// With a limit it tries on a copy what a purge of the history before it would free.
  public init(
    of url: URL, model given: ManagedObjectModel? = nil, purging limit: HistoryLimit? = nil
  ) throws(GraphError) {
    let file = try UntouchedFile(url)
    // A journal is looked for when something is read, and by then it must still be there.
    defer { withExtendedLifetime(file) {} }
    let connection = try file.connection()
    let schema = try FileSchema(connection)
    let metadata = try Metadata.read(connection)
    var warnings: [String] = []
    var model = given
    var source = given == nil ? ModelSource.none : .given
    if model == nil, schema.tables["Z_MODELCACHE"] != nil {
      do throws(GraphError) {
        let contents = try ModelCache.contents(of: connection)
        // An empty place is no model; whatever else stands there is one.
        source = .unusable
        model = try ManagedObjectModel(compiled: Data(try ModelCache.inflated(contents)))
        source = .inside
      } catch {
        warnings.append(error.message)
        warnings += error.detailed.map(\.message)
      }
    }
    let fit = model.map { SchemaFit($0, nil, schema) }
    let survey = try TableSurvey(connection, schema, fit?.schema)
    identifier = metadata.identifier
    frameworkVersion = metadata.values["NSPersistenceFrameworkVersion"] as? Int
    isOwn = metadata.isOwn
    bytes = file.bytes
    journalBytes = file.journalBytes
    (externalFiles, externalBytes) = ExternalFiles.census(besides: file.original)
    pageSize = try connection.value("PRAGMA page_size") { Int($0.integer(0)) } ?? 0
    modelSource = source
    modelWarnings = warnings + (model?.warnings ?? [])
    entities = EntitySurvey(schema, fit?.schema, survey).entities
    tables = survey.tables
    virtualTables = schema.virtualTables
    triggers = schema.triggers.map(\.name)
    differences = fit.map { $0.differences(with: metadata) } ?? []
    if let fit, differences.isEmpty {
      func objection(tracksHistory: Bool) -> ForeignMachinery.Objection? {
        ForeignMachinery(schema, fit.schema, tracksHistory: tracksHistory).objection
      }
      let plainly = objection(tracksHistory: false)
      self.objection = plainly?.reason
      isWritableWithHistory =
        plainly?.isAboutHistory == true && objection(tracksHistory: true) == nil
    } else {
      objection =
        fit != nil
        ? "it was made for another model"
        : source == .unusable ? "its model cannot be used" : "no model is known"
      isWritableWithHistory = false
    }
    sharedSaves = metadata.sharedSaves.sorted { $0.key.uuidString < $1.key.uuidString }
      .map { SharedSaves(store: $0.key, count: $0.value) }
    history = try HistorySurvey(connection, schema, survey, purging: limit, of: url).history
    self.metadata = MetadataWords.facts(metadata.values)
    self.model = model
  }

  /// Saves over several stores that one of them has and another one lacks, by the order of the stores.
  public static func tornSaves(
    among stores: [(name: String, findings: StoreInspection)]
  ) -> [TornSave] {
    stores.indices.flatMap { place in
      stores[(place + 1)...].compactMap { other in
        let one = stores[place]
        return TornSave(
          one.findings.party(one.name, beside: other.findings),
          other.findings.party(other.name, beside: one.findings))
      }
    }
  }

  /// The store as one of two that may share saves.
  private func party(_ name: String, beside other: StoreInspection) -> TornSave.Party {
    let count = sharedSaves.first { $0.store == other.identifier }?.count ?? 0
    return TornSave.Party(identifier, called: "'\(name)'", sharing: count)
  }
}

/// The values of a property list as short texts.
enum MetadataWords {
  /// Longer texts are cut: people read them.
  private static let limit = 200

  static func facts(_ values: [String: Any]) -> [StoreInspection.Fact] {
    values.sorted { $0.key < $1.key }
      .map {
        StoreInspection.Fact(key: $0.key, value: String(words($0.value, depth: 0).prefix(limit)))
      }
  }

  private static func words(_ value: Any, depth: Int) -> String {
    switch value {
    case let text as String: return text
    case let flag as Bool: return flag ? "true" : "false"
    case let number as Int: return "\(number)"
    case let number as Double: return "\(number)"
    case let data as Data: return "\(data.count) bytes"
    case let date as Date: return "\(date.timeIntervalSince1970) s since 1970"
    case let list as [Any]:
      guard depth < 2 else { return "\(list.count) values" }
      return "[" + list.prefix(20).map { words($0, depth: depth + 1) }.joined(separator: ", ") + "]"
    case let values as [String: Any]:
      return values.isEmpty
        ? "nothing"
        : "\(values.count) keys: "
          + values.keys.sorted().prefix(20).joined(separator: ", ")
    default: return "\(type(of: value))"
    }
  }
}

// The history that a store keeps of its own changes: its rows, its bytes, and what a purge would free.
extension StoreInspection {
  /// The persistent history of a store: a transaction for each save, and a change for each row in it.
  public struct History: Sendable {
    /// One kind of row.
    public struct Rows: Sendable, Encodable {
      /// How many there are.
      public let count: Int
      /// The bytes that stand in them.
      public let bytes: Int
      /// The bytes of the pages of their table and its indexes.
      public let pageBytes: Int
    }

    /// What has happened to the rows of one entity, as far as the history says.
    public struct Changes: Sendable, Encodable {
      /// Its name, or its number where the store does not know it.
      public let entity: String
      /// How many insertions there are.
      public let inserted: Int
      /// How many updates there are.
      public let updated: Int
      /// How many deletions there are.
      public let deleted: Int
    }

    /// What a purge removes and frees.
    public struct Purge: Sendable, Encodable {
      /// The limit in words.
      public let before: String
      /// How many transactions it removes.
      public let transactions: Int
      /// How many changes it removes.
      public let changes: Int
      /// The bytes that stand in what it removes.
      public let bytes: Int
      /// The bytes of the pages that become free.
      ///
      /// New rows take them; the file is no smaller until it is vacuumed.
      public let freedBytes: Int
    }

    /// One for each save.
    public let transactions: Rows
    /// One for each row of a save.
    public let changes: Rows
    /// The names of authors, contexts and processes, which transactions refer to.
    public let names: Rows
    /// When the oldest transaction was saved; nil where there is none, or its date is none.
    public let oldest: Date?
    /// When the newest one was.
    public let newest: Date?
    /// By the entities' numbers.
    public let changed: [Changes]
    /// What a purge would do, where one was asked for.
    public let purge: Purge?

    /// The bytes of all its pages.
    public var pageBytes: Int { transactions.pageBytes + changes.pageBytes + names.pageBytes }
  }

  /// Up to where a history is purged.
  public enum HistoryLimit: Sendable, Hashable {
    /// What was saved before a date goes.
    case date(Date)
    /// What was saved before a transaction goes, as a token names it by its number.
    case transaction(Int64)

    /// The limit in words.
    public var words: String {
      switch self {
      case .date(let date): date.formatted(.iso8601)
      case .transaction(let number): "transaction \(number)"
      }
    }
  }
}

extension StoreInspection.History: Encodable {
  private enum CodingKeys: CodingKey {
    case transactions, changes, names, oldest, newest, changed, purge
  }

  /// Dates are written as texts, such as `2024-05-10T20:07:31Z`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(transactions, forKey: .transactions)
    try container.encode(changes, forKey: .changes)
    try container.encode(names, forKey: .names)
    try container.encodeIfPresent(oldest?.formatted(.iso8601), forKey: .oldest)
    try container.encodeIfPresent(newest?.formatted(.iso8601), forKey: .newest)
    try container.encode(changed, forKey: .changed)
    try container.encodeIfPresent(purge, forKey: .purge)
  }
}
