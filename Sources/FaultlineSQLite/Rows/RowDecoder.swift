// From the columns of a statement to a row in memory, and back.

internal import CSQLite
internal import Faultline
import Foundation

/// Reads the rows of one entity.
///
/// This is the hottest loop of a store: its plan lies in plain memory, so that nothing is counted in it.
final class RowDecoder {
  /// How a slot of eight bytes is read.
  private enum Reading {
    case integer, real, reference, referenceWithEntity
  }

  private struct Field {
    let slot: Int
    let column: Int32
    let reading: Reading
    /// The destination's entity as it stands in a foreign key.
    let entityBits: UInt64
  }

  private let layout: EntityLayout
  /// The slots that rows know, where those are not all.
  private let part: RowPart?
  private let slotCount: Int
  private let emptyWords: Int
  /// Slots of eight bytes.
  private let inline: UnsafeMutableBufferPointer<Field>
  /// Slots with bytes after the slots.
  private let outline: UnsafeMutableBufferPointer<Field>
  private let outlineCodings: [ValueCoding]
  /// Whether there are values that must be made before they can be copied.
  private let hasMadeValues: Bool
  /// Where the bytes of the line lie, while a row is being made.
  private let spans: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
  private let indexOfNumber: EntityNumbers
  private let files: ExternalFiles

  init(_ shape: RowShape, _ indexOfNumber: EntityNumbers, _ files: ExternalFiles) {
    layout = shape.layout
    slotCount = layout.slots.count
    emptyWords = max(1, (slotCount + 63) / 64)
    part = shape.part
    self.indexOfNumber = indexOfNumber
    self.files = files
    let first = Int32(shape.leading.count)
    inline = Self.plain(shape.fields.filter { !$0.coding.isOutline }, from: first)
    outline = Self.plain(shape.fields.filter(\.coding.isOutline), from: first)
    outlineCodings = shape.fields.map(\.coding).filter(\.isOutline)
    hasMadeValues = outlineCodings.contains(where: \.isMade)
    spans = .allocate(capacity: max(1, outline.count))
    spans.initialize(repeating: nil)
  }

  deinit {
    inline.deallocate()
    outline.deallocate()
    spans.deallocate()
  }

  private static func plain(
    _ fields: [RowShape.Field], from first: Int32
  ) -> UnsafeMutableBufferPointer<Field> {
    let plain = UnsafeMutableBufferPointer<Field>.allocate(capacity: fields.count)
    _ = plain.initialize(
      from: fields.map { field in
        var (reading, entity): (Reading, UInt64) = (.integer, 0)
        switch field.coding {
        case .real: reading = .real
        case .reference(let index):
          (reading, entity) = (.reference, ForeignKey(entity: index, key: 0).bits)
        case .referenceWithEntity: reading = .referenceWithEntity
        default: break
        }
        return Field(
          slot: field.slot, column: field.place + first, reading: reading, entityBits: entity)
      })
    return plain
  }

  /// The row in the statement's current line.
  func row(_ statement: Statement) throws(GraphError) -> Row {
    try row(
      statement, key: statement.integer(0), version: part == nil ? statement.version : 0)
  }

  /// The same for a caller that has read the key and the version; a partial row has the version 0.
  func row(_ statement: Statement, key: Int64, version: Int32) throws(GraphError) -> Row {
    let handle = statement.handle
    guard hasMadeValues else {
      var size = 0
      for index in 0..<outline.count {
        let span = Statement.bytes(handle, outline[index].column)
        spans[index] = span
        size += span?.count ?? 0
      }
      return row(handle, key, version, size)
    }
    var made: [UnsafeMutableRawBufferPointer] = []
    defer { for bytes in made { bytes.deallocate() } }
    let leavesFiles = files.areLeft
    var named: [Int] = []
    var size = 0
    for index in 0..<outline.count {
      if leavesFiles, case .external = outlineCodings[index],
        let stored = statement.bytes(outline[index].column),
        case .file = ExternalFiles.content(of: stored)
      {
        spans[index] = stored
        size += stored.count
        named.append(outline[index].slot)
        continue
      }
      let span = try span(outlineCodings[index], outline[index].column, statement, &made)
      spans[index] = span
      size += span?.count ?? 0
    }
    let row = row(handle, key, version, size)
    for slot in named { row.slots[slot] |= Slots.isInFile }
    return row
  }

  /// The row, once it is known where its bytes lie.
  @inline(__always) private func row(
    _ handle: OpaquePointer, _ key: Int64, _ version: Int32, _ size: Int
  ) -> Row {
    let row = Row.make(
      layout, key: key, version: version, knownWords: part == nil ? 0 : emptyWords,
      outlineBytes: size)
    let slots = row.slots
    for word in 1...emptyWords { slots[-word] = .max }
    slots.update(repeating: 0, count: slotCount)
    let start = UnsafeMutableRawPointer(slots + slotCount)
    var used = 0
    for index in 0..<outline.count {
      guard let span = spans[index] else { continue }
      if let base = span.baseAddress {
        (start + used).copyMemory(from: base, byteCount: span.count)
      }
      fill(slots, outline[index].slot, UInt64(used) << 32 | UInt64(span.count))
      used += span.count
    }
    for index in 0..<inline.count { read(inline[index], handle, slots) }
    if let part { row.note(part, layout) }
    return row
  }

  @inline(__always) private func fill(
    _ slots: UnsafeMutablePointer<UInt64>, _ slot: Int, _ word: UInt64
  ) {
    slots[slot] = word
    slots[-1 - slot >> 6] &= ~(1 << UInt64(slot & 63))
  }

  /// Only a zero may stand for no value, so only then is it asked which of the two it is.
  @inline(__always) private func read(
    _ field: Field, _ handle: OpaquePointer, _ slots: UnsafeMutablePointer<UInt64>
  ) {
    let column = field.column
    let word: UInt64
    switch field.reading {
    case .real:
      let number = sqlite3_column_double(handle, column)
      if number == 0, sqlite3_column_type(handle, column) == SQLITE_NULL { return }
      word = number.bitPattern
    case .integer:
      let number = sqlite3_column_int64(handle, column)
      if number == 0, sqlite3_column_type(handle, column) == SQLITE_NULL { return }
      word = UInt64(bitPattern: number)
    case .reference:
      let key = sqlite3_column_int64(handle, column)
      guard ForeignKey.isKey(key) else { return }
      word = field.entityBits | ForeignKey(entity: 0, key: key).bits
    case .referenceWithEntity:
      let key = sqlite3_column_int64(handle, column)
      guard ForeignKey.isKey(key),
        let entity = indexOfNumber[sqlite3_column_int64(handle, column + 1)]
      else { return }
      word = ForeignKey(entity: entity, key: key).bits
    }
    fill(slots, field.slot, word)
  }

  /// The bytes of a value that may have to be made first.
  private func span(
    _ coding: ValueCoding, _ column: Int32, _ statement: Statement,
    _ made: inout [UnsafeMutableRawBufferPointer]
  ) throws(GraphError) -> UnsafeRawBufferPointer? {
    func keep(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      made.append(copy)
      return UnsafeRawBufferPointer(copy)
    }
    switch coding {
    case .decimal:
      switch sqlite3_column_type(statement.handle, column) {
      case SQLITE_NULL: return nil
      case SQLITE_INTEGER: return keep(statement.integer(column).description.utf8)
      default: return keep(statement.double(column).description.utf8)
      }
    case .external:
      guard let stored = statement.bytes(column) else { return nil }
      switch ExternalFiles.content(of: stored) {
      case .inline(let bytes): return bytes
      case .file(let name): return keep(try files.read(name))
      }
    default: return statement.bytes(column)
    }
  }
}

extension ValueCoding {
  /// Whether the value lies after the slots of a row.
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

/// Binds the values of one entity's rows.
struct RowBinder {
  private let slotCount: Int
  /// Numbers of entities by their indexes.
  private let numbers: [Int64]
  private let files: ExternalFiles

  init(_ shape: RowShape, _ numbers: [Int64], _ files: ExternalFiles) {
    slotCount = shape.layout.slots.count
    self.numbers = numbers
    self.files = files
  }

  /// Binds fields one after the other; says which place comes next.
  func bind(
    _ fields: [RowShape.Field], of row: RowValues, to statement: Statement, from first: Int32
  ) throws(GraphError) -> Int32 {
    let bits = RowBits(row, slotCount: slotCount)
    var place = first
    // By its place: a field that is taken out of the list has its names counted up and down.
    for index in fields.indices {
      let slot = fields[index].slot
      let hasEntity = fields[index].entityColumn != nil
      if bits.isEmpty(slot) {
        statement.bindNull(at: place)
        if hasEntity { statement.bindNull(at: place + 1) }
      } else {
        switch fields[index].coding {
        case .integer: statement.bind(Int64(bitPattern: bits.slots[slot]), at: place)
        case .real: statement.bind(Double(bitPattern: bits.slots[slot]), at: place)
        case .text: statement.bindText(bits.bytes(slot), at: place)
        case .bytes: statement.bindBytes(bits.bytes(slot), at: place)
        case .decimal: bindDecimal(bits.bytes(slot), statement, place)
        case .external: statement.bind(try files.stored(bits.bytes(slot)), at: place)
        case .reference, .referenceWithEntity:
          let destination = ForeignKey(bits: bits.slots[slot])
          statement.bind(destination.key, at: place)
          if hasEntity { statement.bind(numbers[destination.entity], at: place + 1) }
        }
      }
      place += hasEntity ? 2 : 1
    }
    return place
  }

  private func bindDecimal(
    _ text: UnsafeRawBufferPointer, _ statement: Statement, _ place: Int32
  ) {
    let text = String(decoding: text, as: UTF8.self)
    if let whole = Int64(text) {
      statement.bind(whole, at: place)
    } else {
      // What is no number is NaN, which SQLite takes for null.
      statement.bind(Double(text) ?? .nan, at: place)
    }
  }
}
