// The numbers of a layout in plain memory, for the paths that every object and every value takes.

/// What an object must know at each step about where its properties lie.
///
/// It lies in plain memory, which its layout owns: reading it retains no object and copies no list, and
/// reference counting is what a hot path would spend most of its time with.
struct LayoutPlan {
  /// One relationship.
  struct Tie {
    /// The slot of the foreign key; -1 for a to-many relationship.
    let slot: Int
    /// The tie that leads back, in the layout of the destination; -1 if none does.
    let inverse: Int
    let isToMany: Bool
    let deleteRule: DeleteRule
    /// By the entity's position in the model, whether the relationship may lead to its objects.
    let accepts: UnsafeBufferPointer<Bool>
  }

  /// The layout of which it is the plan; unsafe, since the layout owns the plan.
  unowned(unsafe) let layout: EntityLayout
  let slotCount: Int
  let tieCount: Int
  let emptyWords: Int
  let changeWords: Int
  let hasCollections: Bool
  let hasStartingValues: Bool
  /// Whether a store may keep data of it in files of their own.
  let hasFiles: Bool
  let ties: UnsafeBufferPointer<Tie>
  let types: UnsafeBufferPointer<AttributeType?>
  /// By slot, whether its value lies in the slot itself.
  let isInline: UnsafeBufferPointer<Bool>
  /// The ties of to-many relationships.
  let collections: UnsafeBufferPointer<Int>
  let outlineSlots: UnsafeBufferPointer<Int>
  /// The same slots as bits, in as many words as the changed ones have.
  let outlineWords: UnsafeBufferPointer<UInt64>
  let storedOutlineSlots: UnsafeBufferPointer<Int>
  /// What a row cannot take from unsaved values as it lies there, as bits in as many words: texts and data, and the
  /// destinations of relationships.
  let untakenWords: UnsafeBufferPointer<UInt64>
  let transientSlots: UnsafeBufferPointer<Int>
  /// The same slots as bits, which no save writes.
  let transientWords: UnsafeBufferPointer<UInt64>
  let references: UnsafeBufferPointer<(tie: Int, slot: Int)>

  init(_ layout: EntityLayout) {
    self.layout = layout
    slotCount = layout.slotCount
    tieCount = layout.tieCount
    emptyWords = layout.emptyWords
    changeWords = layout.changeWords
    hasCollections = !layout.collections.isEmpty
    hasStartingValues = !layout.startingValues.isEmpty
    hasFiles = layout.hasFiles
    ties = Self.plain(
      layout.ties.map { tie in
        Tie(
          slot: tie.slot ?? -1, inverse: tie.inverse ?? -1, isToMany: tie.isToMany,
          deleteRule: tie.relationship.deleteRule, accepts: Self.plain(tie.destinations))
      })
    types = Self.plain(layout.types)
    isInline = Self.plain(layout.slots.map(\.isInline))
    collections = Self.plain(layout.collections)
    outlineSlots = Self.plain(layout.outlineSlots)
    outlineWords = Self.bits(layout.outlineSlots, words: layout.changeWords)
    storedOutlineSlots = Self.plain(layout.storedOutlineSlots)
    untakenWords = Self.bits(
      layout.outlineSlots + layout.references.map { layout.slotCount + $0.tie },
      words: layout.changeWords)
    transientSlots = Self.plain(layout.transientSlots)
    transientWords = Self.bits(layout.transientSlots, words: layout.changeWords)
    references = Self.plain(layout.references)
  }

  private static func plain<Element>(_ list: [Element]) -> UnsafeBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: list.count)
    _ = copy.initialize(from: list)
    return UnsafeBufferPointer(copy)
  }

  private static func bits(_ slots: [Int], words: Int) -> UnsafeBufferPointer<UInt64> {
    plain(
      (0..<words).map { word in
        slots.reduce(0) { $1 >> 6 == word ? $0 | 1 << UInt64($1 & 63) : $0 }
      })
  }

  /// Gives the memory back.
  func deallocate() {
    for tie in ties { tie.accepts.deallocate() }
    ties.deallocate()
    types.deallocate()
    isInline.deallocate()
    collections.deallocate()
    outlineSlots.deallocate()
    outlineWords.deallocate()
    storedOutlineSlots.deallocate()
    untakenWords.deallocate()
    transientSlots.deallocate()
    transientWords.deallocate()
    references.deallocate()
  }
}
