// One row of a save: where its values lie while they are written, and what becomes of the row that was there.

extension ChangeSet {
  /// One row as it is to be written; a row that replaces another has the version that follows on it.
  ///
  /// It holds neither values nor entity, which the save holds: a hundred thousand changes are not counted up and
  /// down at each step of their way.
  package struct Change {
    private enum Values {
      /// A row that was made for the save.
      case row(Unmanaged<Row>)
      /// Unsaved values over a row that takes them once they are written.
      case overlay(Unmanaged<Overlay>)
    }

    private let heldEntity: Unmanaged<EntityDescription>
    private let held: Values
    private let version: Int32
    /// The slots that differ from the former row; empty for a row without one.
    package let changed: ChangedSlots

    private init(
      _ entity: EntityDescription, _ held: Values, version: Int32, changed: ChangedSlots
    ) {
      heldEntity = .passUnretained(entity)
      self.held = held
      self.version = version
      self.changed = changed
    }

    /// A row without a former one.
    init(entity: EntityDescription, new row: Row) {
      self.init(entity: entity, row: row, changed: ChangedSlots())
    }

    /// A row in the place of another.
    init(entity: EntityDescription, row: Row, changed: ChangedSlots) {
      self.init(entity, .row(.passUnretained(row)), version: row.version, changed: changed)
    }

    /// Values for the row beneath an overlay.
    init(entity: EntityDescription, overlay: Overlay) {
      self.init(
        entity, .overlay(.passUnretained(overlay)), version: overlay.nextVersion,
        changed: overlay.changedSlots)
    }

    package var entity: EntityDescription { heldEntity.takeUnretainedValue() }

    /// Whether it belongs to the same entity as another.
    package func isBeside(_ other: Change) -> Bool {
      heldEntity.toOpaque() == other.heldEntity.toOpaque()
    }

    /// Where the values lie, for the store that writes them.
    package var values: RowValues {
      switch held {
      case .row(let row): row._withUnsafeGuaranteedRef { RowValues($0) }
      case .overlay(let overlay):
        overlay._withUnsafeGuaranteedRef { $0.values(version: version) }
      }
    }

    /// What is to be in the cache from now on; under the lock of the table that is about to list it.
    @inline(__always) func written(for table: RowTable) -> WrittenRow {
      switch held {
      case .row(let row):
        row._withUnsafeGuaranteedRef { $0.info.pointee.cache = table }
        return WrittenRow(row: row)
      case .overlay(let overlay):
        return overlay._withUnsafeGuaranteedRef { $0.giveValuesToRow(version, for: table) }
      }
    }
  }
}

/// A row with the values of a save, linked to its table.
struct WrittenRow {
  let row: Unmanaged<Row>
  /// Whether the row was there before, with older values.
  var isFormer = false
  /// The row whose place it took beneath an object's changes, to be released without the table's lock.
  var replaced: AnyObject?
}
