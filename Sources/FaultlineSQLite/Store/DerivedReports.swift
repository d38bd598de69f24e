// What triggers report while a save is written: the values that they have derived.

internal import CSQLite
internal import Faultline

/// Hears the functions that the format's triggers call, and notes the last value of each attribute.
final class DerivedReports {
  /// The functions by which triggers of derived attributes report a value.
  static let update = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
  static let insertion = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"
  /// A function that other triggers of the format call; nothing is to be done for it here.
  static let other = "NSCoreDataTriggerUpdateAffectedObjectValue"

  private struct Name: Hashable {
    let entity: Int64
    let attribute: String
  }

  private struct Place {
    let entity: EntityDescription
    let slot: Int
    let coding: ValueCoding
  }

  private struct Subject: Hashable {
    let row: ForeignKey
    let slot: Int
  }

  private let places: [Name: Place]
  /// The newest value of each attribute, in the order in which they came up.
  private(set) var values: [DerivedValue] = []
  private var known: [Subject: Int] = [:]

  /// Hears of the attributes that a file's triggers keep.
  init(_ schema: PhysicalSchema, _ model: ManagedObjectModel, in connection: Connection) {
    var places: [Name: Place] = [:]
    for plan in schema.numberedPlans {
      for target in model.derivations.kept[plan.entity.index] {
        guard let place = plan.places[target.slot] else { continue }
        let name = plan.entity.layout.slots[target.slot].name
        places[Name(entity: Int64(plan.number), attribute: name)] = Place(
          entity: plan.entity, slot: target.slot, coding: place.coding)
      }
    }
    self.places = places
    Self.install(in: connection, for: self)
  }

  /// Forgets what was reported.
  func forget() {
    (values, known) = ([], [:])
  }

  /// Notes a value that a statement has read of a row, where none was reported.
  func noteUnlessKnown(
    _ statement: Statement, _ field: RowShape.Field, of entity: EntityDescription, _ key: Int64
  ) {
    let subject = Subject(row: ForeignKey(entity: entity.index, key: key), slot: field.slot)
    guard known[subject] == nil else { return }
    let value = Self.value(sqlite3_column_value(statement.handle, field.place), field.coding)
    note(value, of: entity, key, at: field.slot)
  }

  private func note(
    _ value: Row.NewValue, of entity: EntityDescription, _ key: Int64, at slot: Int
  ) {
    let subject = Subject(row: ForeignKey(entity: entity.index, key: key), slot: slot)
    let value = DerivedValue(entity, key, slot, value)
    if let place = known[subject] {
      values[place] = value
    } else {
      known[subject] = values.count
      values.append(value)
    }
  }

  /// Table, number of the entity, key, name of the attribute, value.
  private func receive(_ arguments: UnsafeBufferPointer<OpaquePointer?>) {
    guard arguments.count == 5, let text = sqlite3_value_text(arguments[3]) else { return }
    let name = Name(entity: sqlite3_value_int64(arguments[1]), attribute: String(cString: text))
    let key = sqlite3_value_int64(arguments[2])
    guard let place = places[name], ForeignKey.isKey(key) else { return }
    note(
      Self.value(arguments[4], place.coding), of: place.entity, key, at: place.slot)
  }

  private static func value(_ value: OpaquePointer?, _ coding: ValueCoding) -> Row.NewValue {
    guard sqlite3_value_type(value) != SQLITE_NULL else { return .none }
    switch coding {
    case .real: return .word(sqlite3_value_double(value).bitPattern)
    case .decimal:
      return .text(
        sqlite3_value_type(value) == SQLITE_INTEGER
          ? sqlite3_value_int64(value).description : sqlite3_value_double(value).description)
    case .text, .bytes, .external:
      let start = sqlite3_value_blob(value)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      return .bytes(Array(bytes))
    case .integer, .reference, .referenceWithEntity:
      return .word(UInt64(bitPattern: sqlite3_value_int64(value)))
    }
  }

  /// Registers the functions that triggers call; nothing is noted without someone who hears them.
  static func install(in connection: Connection, for reports: DerivedReports? = nil) {
    for name in [update, insertion] {
      sqlite3_create_function_v2(
        connection.handle, name, -1, SQLITE_UTF8 | SQLITE_INNOCUOUS,
        reports.map { Unmanaged.passUnretained($0).toOpaque() },
        { context, count, arguments in
          if let reports = sqlite3_user_data(context) {
            Unmanaged<DerivedReports>.fromOpaque(reports).takeUnretainedValue()
              .receive(UnsafeBufferPointer(start: arguments, count: Int(count)))
          }
          sqlite3_result_null(context)
        }, nil, nil, nil)
    }
    sqlite3_create_function_v2(
      connection.handle, other, -1, SQLITE_UTF8 | SQLITE_INNOCUOUS, nil,
      { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
  }
}
