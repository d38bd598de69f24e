// Which columns an update has set, as a change of a history has them.

internal import Faultline

/// The bits of one entity's properties, in the order of its slots.
///
/// The format keeps a vector of bits. Which bit stands for which property is written down nowhere, so only stores that
/// this engine has made have any, and of others none is read.
struct ChangedColumns {
  /// By slot; nil for what never reaches the file.
  private let names: [String?]

  init(_ plan: PhysicalSchema.EntityPlan) {
    names = zip(plan.entity.layout.slots, plan.places).map { $1 == nil ? nil : $0.name }
  }

  /// The bits of some slots; no more bytes than the last of them needs.
  func bits(of changed: ChangedSlots) -> [UInt8] {
    var bits: [UInt8] = []
    for slot in names.indices where names[slot] != nil && changed.contains(slot) {
      while bits.count <= slot / 8 { bits.append(0) }
      bits[slot / 8] |= 1 << UInt8(slot % 8)
    }
    return bits
  }

  /// The properties that bits stand for.
  func names(of bits: UnsafeRawBufferPointer) -> Set<String> {
    Set(
      names.indices.filter { $0 / 8 < bits.count && bits[$0 / 8] & (1 << UInt8($0 % 8)) != 0 }
        .compactMap { names[$0] })
  }
}
