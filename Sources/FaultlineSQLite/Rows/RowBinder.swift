// From a row in memory to the values of a statement.

internal import Faultline
import Foundation

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
