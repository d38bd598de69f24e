// One row of a save: where its values lie while they are written, and what becomes of the row that was there.

extension ChangeSet {
  /// One row as it is to be written; a row that replaces another has the version that follows on it.
  ///
  /// It holds neither values nor entity, which the save holds: a hundred thousand changes are not counted up and
  /// down at each step of their way.
  package struct Change {
    private enum Values {
      /// A row that was made for the save, without a former one.
      case new(Unmanaged<Row>)
      /// A row that was made of unsaved values, in the place of another.
      case made(Unmanaged<Row>, of: Unmanaged<Overlay>)
      /// Unsaved values over a row that takes them once they are written.
      case unsaved(Unmanaged<Overlay>)
    }

    private let heldEntity: Unmanaged<EntityDescription>
    private let held: Values
    private let version: Int32

    /// A row without a former one.
    init(entity: EntityDescription, new row: Row) {
      heldEntity = .passUnretained(entity)
      held = .new(.passUnretained(row))
      version = row.version
    }

    /// Unsaved values, with a row that was made of them or for the row beneath.
    init(entity: EntityDescription, _ overlay: Overlay, row: Row? = nil) {
      heldEntity = .passUnretained(entity)
      held =
        if let row { .made(.passUnretained(row), of: .passUnretained(overlay)) } else {
          .unsaved(.passUnretained(overlay))
        }
      version = overlay.nextVersion
    }

    package var entity: EntityDescription { heldEntity.takeUnretainedValue() }

    /// Whether it belongs to the same entity as another.
    package func isBeside(_ other: Change) -> Bool {
      heldEntity.toOpaque() == other.heldEntity.toOpaque()
    }

    /// The slots that differ from the former row; empty for a row without one.
    package var changed: ChangedSlots {
      switch held {
      case .new: ChangedSlots()
      case .made(_, let overlay), .unsaved(let overlay):
        overlay._withUnsafeGuaranteedRef { $0.changedSlots }
      }
    }

    /// Where the values lie, for the store that writes them.
    package var values: RowValues {
      switch held {
      case .new(let row), .made(let row, _): row._withUnsafeGuaranteedRef { RowValues($0) }
      case .unsaved(let overlay):
        overlay._withUnsafeGuaranteedRef { $0.values(version: version) }
      }
    }

    /// Asks the processor for the values.
    @inline(__always) func prefetchValues() {
      switch held {
      case .new(let row), .made(let row, _): prefetchTwoLines(row.toOpaque())
      case .unsaved(let overlay): prefetchTwoLines(overlay.toOpaque())
      }
    }

    /// Asks the processor for the row that is to take the values, which were asked for before.
    @inline(__always) func prefetchRow() {
      guard case .unsaved(let overlay) = held else { return }
      overlay._withUnsafeGuaranteedRef { prefetchTwoLines($0.uncountedBase?.toOpaque()) }
    }

    /// What is to be in the cache from now on; under the lock of the table that is about to list it.
    @inline(__always) func written(for table: RowTable) -> WrittenRow {
      switch held {
      case .new(let row), .made(let row, _):
        row._withUnsafeGuaranteedRef { $0.info.pointee.cache = table }
        return WrittenRow(row: row)
      case .unsaved(let overlay):
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
