// From a line of an answer to a row in one block of memory.

internal import CSQLite
internal import Faultline
import Foundation

/// Reads the rows of one entity.
final class RowDecoder {
  private struct Field {
    let slot: Int
    let column: Int32
    let coding: ValueCoding
  }

  private let layout: EntityLayout
  private let slotCount: Int
  private let emptyWords: Int
  /// Slots of eight bytes.
  private let inline: ContiguousArray<Field>
  /// Slots with bytes behind the slots.
  private let outline: ContiguousArray<Field>
  /// Whether there are values that must be made before they can be copied.
  private let hasMadeValues: Bool
  /// Where the bytes of the line lie, while a row is being made.
  private let spans: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
  /// Index of an entity by its number less one.
  private let indexOfNumber: [Int]
  private let files: ExternalFiles

  init(_ shape: RowShape, _ indexOfNumber: [Int], _ files: ExternalFiles) {
    layout = shape.layout
    slotCount = layout.slots.count
    emptyWords = max(1, (slotCount + 63) / 64)
    self.indexOfNumber = indexOfNumber
    self.files = files
    // Key and version come first.
    let fields = shape.fields.map { Field(slot: $0.slot, column: $0.place + 2, coding: $0.coding) }
    inline = ContiguousArray(fields.filter { !$0.coding.isOutline })
    outline = ContiguousArray(fields.filter(\.coding.isOutline))
    hasMadeValues = fields.contains(where: \.coding.isMade)
    spans = .allocate(capacity: max(1, outline.count))
    spans.initialize(repeating: nil)
  }

  deinit { spans.deallocate() }

  /// The row in the statement's current line.
  func row(_ statement: Statement) throws(GraphError) -> Row {
    var made: [UnsafeMutableRawBufferPointer] = []
    defer { if hasMadeValues { for bytes in made { bytes.deallocate() } } }
    var size = 0
    for index in outline.indices {
      let field = outline[index]
      let span =
        hasMadeValues
        ? try self.span(field, statement, &made) : statement.bytes(field.column)
      spans[index] = span
      size += span?.count ?? 0
    }
    let row = Row.make(
      layout, key: statement.integer(0),
      version: Int32(truncatingIfNeeded: statement.integer(1)), outlineBytes: size)
    let slots = row.slots
    for word in 1...emptyWords { slots[-word] = .max }
    slots.update(repeating: 0, count: slotCount)
    copySpans(to: slots)
    for field in inline { read(field, statement, slots) }
    return row
  }

  private func copySpans(to slots: UnsafeMutablePointer<UInt64>) {
    let start = UnsafeMutableRawPointer(slots + slotCount)
    var used = 0
    for index in outline.indices {
      guard let span = spans[index] else { continue }
      if let base = span.baseAddress {
        (start + used).copyMemory(from: base, byteCount: span.count)
      }
      fill(slots, outline[index].slot, UInt64(used) << 32 | UInt64(span.count))
      used += span.count
    }
  }

  @inline(__always) private func fill(
    _ slots: UnsafeMutablePointer<UInt64>, _ slot: Int, _ word: UInt64
  ) {
    slots[slot] = word
    slots[-1 - slot >> 6] &= ~(1 << UInt64(slot & 63))
  }

  /// Only a zero may stand for no value, so only then is it asked which of the two it is.
  @inline(__always) private func read(
    _ field: Field, _ statement: Statement, _ slots: UnsafeMutablePointer<UInt64>
  ) {
    let word: UInt64
    switch field.coding {
    case .real:
      let number = statement.double(field.column)
      if number == 0, statement.isNull(field.column) { return }
      word = number.bitPattern
    case .reference(let entity):
      let key = statement.integer(field.column)
      if key == 0 { return }
      word = ForeignKey(entity: entity, key: key).bits
    case .referenceWithEntity:
      let key = statement.integer(field.column)
      let number = Int(truncatingIfNeeded: statement.integer(field.column + 1))
      guard key != 0, indexOfNumber.indices.contains(number - 1) else { return }
      word = ForeignKey(entity: indexOfNumber[number - 1], key: key).bits
    default:
      let number = statement.integer(field.column)
      if number == 0, statement.isNull(field.column) { return }
      word = UInt64(bitPattern: number)
    }
    fill(slots, field.slot, word)
  }

  /// The bytes of a value that may have to be made first.
  private func span(
    _ field: Field, _ statement: Statement, _ made: inout [UnsafeMutableRawBufferPointer]
  ) throws(GraphError) -> UnsafeRawBufferPointer? {
    func keep(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      made.append(copy)
      return UnsafeRawBufferPointer(copy)
    }
    switch field.coding {
    case .decimal:
      switch sqlite3_column_type(statement.handle, field.column) {
      case SQLITE_NULL: return nil
      case SQLITE_INTEGER: return keep(statement.integer(field.column).description.utf8)
      default: return keep(statement.double(field.column).description.utf8)
      }
    case .external:
      guard let stored = statement.bytes(field.column) else { return nil }
      switch ExternalFiles.content(of: stored) {
      case .inline(let bytes): return bytes
      case .file(let name): return keep(try files.read(name))
      }
    default: return statement.bytes(field.column)
    }
  }
}

extension ValueCoding {
  /// Whether the value lies behind the slots of a row.
  var isOutline: Bool {
    switch self {
    case .decimal, .text, .bytes, .external: true
    default: false
    }
  }

  /// Whether the bytes in a row are others than those in the column.
  var isMade: Bool {
    switch self {
    case .decimal, .external: true
    default: false
    }
  }
}
