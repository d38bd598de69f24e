// What keeps itself in a file beside the rows: triggers, histories, mirrors; and whether a save may touch it.

internal import Faultline

/// What a file does by itself when its rows change.
struct ForeignMachinery {
  /// A column that a trigger keeps, and no save writes.
  struct KeptColumn: Hashable {
    let table: String
    let column: String
  }

  /// Whether the file has triggers at all.
  let hasTriggers: Bool
  /// Whether triggers keep an index on places, which is a virtual table.
  let keepsPlaces: Bool
  /// Columns of derived attributes that triggers keep.
  private(set) var keptColumns: Set<KeptColumn> = []
  /// Whether the file keeps a history that can be read and gone on with.
  let keepsHistory: Bool
  /// Why the file may not be written to; nil if it may.
  private(set) var objection: Objection?

  /// Why saves to a file are refused.
  struct Objection {
    /// A sentence without its beginning and its end.
    let reason: String
    /// Whether a store that keeps up the history may write to it.
    let isAboutHistory: Bool

    init(_ reason: String, isAboutHistory: Bool = false) {
      self.reason = reason
      self.isAboutHistory = isAboutHistory
    }
  }

  /// The functions that the format's triggers call to report to their program what they have changed.
  private static let triggerFunctions = [
    DerivedReports.update, DerivedReports.insertion, DerivedReports.other,
  ]

  init(_ file: FileSchema, _ schema: PhysicalSchema, tracksHistory: Bool) {
    hasTriggers = !file.triggers.isEmpty
    keepsPlaces = file.triggers.contains { $0.name.hasPrefix("Z_RT_") }
    let misfit = HistoryTables.misfit(file)
    keepsHistory = HistoryTables.isThere(file) && misfit == nil
    objection = Self.objection(file, tracksHistory, misfit)
    let derived = Self.derivedColumns(schema)
    for trigger in file.triggers {
      let (columns, complaint) = Self.columns(keptBy: trigger)
      keptColumns.formUnion(columns)
      let strange = columns.filter { !derived.contains($0) }
        .min { ($0.table, $0.column) < ($1.table, $1.column) }
      let reason =
        complaint
        ?? strange.map { "writes \($0.table).\($0.column), which the model does not derive" }
      if objection == nil, let reason {
        objection = Objection("its trigger '\(trigger.name)' \(reason)")
      }
    }
  }

  /// Histories and mirrors must be kept up by every writer; this engine keeps up a history where it is asked to.
  private static func objection(
    _ file: FileSchema, _ tracksHistory: Bool, _ misfit: String?
  ) -> Objection? {
    if let mirror = file.tables.keys.sorted().first(where: { $0.hasPrefix("ANSCK") }) {
      return Objection("it is mirrored to a server ('\(mirror)')")
    }
    guard let table = HistoryTables.all.first(where: { file.tables[$0.name] != nil }) else {
      return nil
    }
    if !tracksHistory {
      return Objection(
        "it has a history of its changes ('\(table.name)')", isAboutHistory: misfit == nil)
    }
    return misfit.map { Objection($0) }
  }

  private static func derivedColumns(_ schema: PhysicalSchema) -> Set<KeptColumn> {
    var columns: Set<KeptColumn> = []
    for plan in schema.numberedPlans {
      for (slot, place) in zip(plan.entity.layout.slots, plan.places) {
        guard let place, slot.attribute?.isDerived == true else { continue }
        columns.insert(KeptColumn(table: plan.table, column: place.column))
      }
    }
    return columns
  }

  /// The columns that a trigger of the format sets; or what is wrong with the trigger.
  private static func columns(
    keptBy trigger: FileSchema.Trigger
  ) -> (columns: [KeptColumn], complaint: String?) {
    guard ["Z_DA_", "ZT_", "Z_RT_"].contains(where: trigger.name.hasPrefix) else {
      return ([], "is none of the format's")
    }
    let functions = trigger.text.matches(of: /NSCoreData\w+/).map { String($0.output) }
    if let stranger = functions.first(where: { !triggerFunctions.contains($0) }) {
      return ([], "calls '\(stranger)', which is not known here")
    }
    // All tables are the engine's, except those of an index on places.
    let rows = /(?:INTO|DELETE\s+FROM)\s+"?(\w+)/.ignoresCase()
    if let table = trigger.text.matches(of: rows).map({ String($0.1) })
      .first(where: { !$0.hasPrefix("Z_RT_") })
    {
      return ([], "adds or removes rows of \(table)")
    }
    if trigger.text.contains(/SET\s[^;]*,\s*\w+\s*=/.ignoresCase()) {
      return ([], "writes several columns at once")
    }
    let updates = trigger.text.matches(of: /UPDATE\s+(\w+)\s+SET\s+(\w+)\s*=/.ignoresCase())
    return (updates.map { KeptColumn(table: String($0.1), column: String($0.2)) }, nil)
  }
}
