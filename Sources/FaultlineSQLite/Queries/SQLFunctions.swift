// Functions that SQLite calls, so that text and numbers mean the same there as in memory.

internal import CSQLite
internal import Faultline
import Foundation

/// The engine's own functions in a connection.
enum SQLFunctions {
  static let fold = "faultline_fold"
  static let real = "faultline_real"
  static let text = "faultline_text"
  static let bytes = "faultline_bytes"
  /// The order in which people sort text.
  static let localized = "faultline_localized"

  static func name(of function: QueryFunction) -> String { "faultline_\(function.rawValue)" }

  /// The function of a relation that looks into text.
  static func name(of relation: Relation) -> String {
    "faultline_\(relation.rawValue.lowercased())"
  }

  /// The function of an operation for which SQL has no sign; nil for the others.
  static func name(of operation: Arithmetic) -> String? {
    switch operation {
    case .power: "faultline_power"
    case .bitXor: "faultline_xor"
    default: nil
    }
  }

  private typealias Function =
    @convention(c) (
      OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  /// Makes the functions known to a connection.
  static func install(in connection: Connection) {
    func add(_ name: String, _ count: CInt, _ selector: Int = 0, _ function: Function) {
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
      sqlite3_create_function_v2(
        connection.handle, name, count, flags, UnsafeMutableRawPointer(bitPattern: selector),
        function, nil, nil, nil)
    }
    add(fold, 2) { context, _, arguments in
      guard let text = SQLFunctions.string(arguments?[0]) else { return }
      let options = TextOptions(
        rawValue: UInt8(truncatingIfNeeded: SQLFunctions.integer(arguments?[1])))
      SQLFunctions.give(TextMatching.folded(text, options), context)
    }
    for (place, relation) in relations.enumerated() {
      add(name(of: relation), 3, place) { context, _, arguments in
        guard let text = SQLFunctions.string(arguments?[0]),
          let pattern = SQLFunctions.string(arguments?[1])
        else { return }
        let relation = SQLFunctions.relations[SQLFunctions.selector(context)]
        let options = TextOptions(
          rawValue: UInt8(truncatingIfNeeded: SQLFunctions.integer(arguments?[2])))
        do throws(GraphError) {
          let holds = try TextMatching.holds(relation, text, pattern, options)
          sqlite3_result_int(context, holds ? 1 : 0)
        } catch {
          sqlite3_result_error(context, error.message, -1)
        }
      }
    }
    for (place, function) in QueryFunction.allCases.enumerated() {
      add(name(of: function), -1, place) { context, count, arguments in
        let values = (0..<Int(count)).map { SQLFunctions.scalar(arguments?[$0]) }
        SQLFunctions.give(
          QueryFunction.allCases[SQLFunctions.selector(context)].value(values), context)
      }
    }
    for (place, operation) in Arithmetic.allCases.enumerated() {
      guard let name = name(of: operation) else { continue }
      add(name, 2, place) { context, _, arguments in
        let operation = Arithmetic.allCases[SQLFunctions.selector(context)]
        SQLFunctions.give(
          operation.value(SQLFunctions.scalar(arguments?[0]), SQLFunctions.scalar(arguments?[1])),
          context)
      }
    }
    add(real, 1) { context, _, arguments in
      sqlite3_result_double(
        context, Double(bitPattern: UInt64(bitPattern: SQLFunctions.integer(arguments?[0]))))
    }
    add(text, 1) { context, _, arguments in
      SQLFunctions.give(
        String(decoding: ValueLists.bytes(SQLFunctions.span(arguments?[0])), as: UTF8.self), context
      )
    }
    add(bytes, 1) { context, _, arguments in
      SQLFunctions.give(.bytes(Data(ValueLists.bytes(SQLFunctions.span(arguments?[0])))), context)
    }
    sqlite3_create_collation_v2(connection.handle, localized, SQLITE_UTF8, nil, compare, nil)
  }

  private static let relations: [Relation] = [.beginsWith, .endsWith, .like, .matches]

  private static let compare:
    @convention(c) (
      UnsafeMutableRawPointer?, CInt, UnsafeRawPointer?, CInt, UnsafeRawPointer?
    ) -> CInt = { _, count, one, otherCount, two in
      let left = UnsafeRawBufferPointer(start: one, count: Int(count))
      let right = UnsafeRawBufferPointer(start: two, count: Int(otherCount))
      return CInt(
        TextMatching.localizedOrder(
          String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)))
    }

  // MARK: - Values in and out

  private static func selector(_ context: OpaquePointer?) -> Int {
    Int(bitPattern: sqlite3_user_data(context))
  }

  private static func integer(_ value: OpaquePointer?) -> Int64 { sqlite3_value_int64(value) }

  private static func span(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  /// A text; nil where there is none.
  private static func string(_ value: OpaquePointer?) -> String? {
    sqlite3_value_type(value) == SQLITE_NULL ? nil : String(decoding: span(value), as: UTF8.self)
  }

  private static func scalar(_ value: OpaquePointer?) -> Scalar {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer(Int(integer(value)))
    case SQLITE_FLOAT: .real(sqlite3_value_double(value))
    case SQLITE_TEXT: .text(String(decoding: span(value), as: UTF8.self))
    case SQLITE_BLOB: .bytes(Data(span(value)))
    default: .none
    }
  }

  private static func give(_ value: Scalar, _ context: OpaquePointer?) {
    switch value {
    case .none, .object: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, Int64(number))
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let text): give(text, context)
    case .bytes(let data):
      data.withUnsafeBytes {
        sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), Statement.keepsOwnCopy)
      }
      if data.isEmpty { sqlite3_result_zeroblob(context, 0) }
    }
  }

  private static func give(_ text: String, _ context: OpaquePointer?) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_result_text64(
          context, characters.baseAddress, UInt64(characters.count), Statement.keepsOwnCopy,
          UInt8(SQLITE_UTF8))
      }
    }
    if text.isEmpty { sqlite3_result_text(context, "", 0, nil) }
  }
}
