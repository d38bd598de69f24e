// One row of a save: where its values lie while they are written, and what becomes of the row that was there.

extension ChangeSet {
  /// One row as it is to be written; a row that replaces another has the version that follows on it.
  ///
  /// Like the entity, the values are held by the save.
  package struct Change: RowOfSave {
    private enum Values {
      /// A row that was made for the save, of unsaved values where it takes the place of another.
      case made(Unmanaged<Row>, of: Unmanaged<Overlay>?)
      /// Unsaved values over a row that takes them once they are written.
      case unsaved(Unmanaged<Overlay>, over: Unmanaged<Row>)
    }

    package let heldEntity: Unmanaged<EntityDescription>
    private let held: Values
    private let version: Int32

    /// A row that was made, of unsaved values where there is a former one.
    init(entity: EntityDescription, row: Row, of overlay: Overlay?) {
      heldEntity = .passUnretained(entity)
      held = .made(.passUnretained(row), of: Unmanaged(of: overlay))
      version = row.version
    }

    /// Unsaved values for the row beneath them.
    init(entity: EntityDescription, _ overlay: Overlay, over row: Unmanaged<Row>) {
      heldEntity = .passUnretained(entity)
      held = .unsaved(.passUnretained(overlay), over: row)
      version = overlay.nextVersion
    }

    /// The slots that differ from the former row; empty for a row without one.
    package var changed: ChangedSlots {
      let overlay: Unmanaged<Overlay>? =
        switch held {
        case .made(_, let overlay): overlay
        case .unsaved(let overlay, _): overlay
        }
      return overlay?._withUnsafeGuaranteedRef { $0.changedSlots } ?? ChangedSlots()
    }

    /// Where the values lie, for the store that writes them.
    package var values: RowValues {
      switch held {
      case .made(let row, _): row._withUnsafeGuaranteedRef { RowValues($0) }
      case .unsaved(let overlay, let row):
        overlay._withUnsafeGuaranteedRef { $0.values(over: row, version: version) }
      }
    }

    /// Asks the processor for the values, and for the row that is to take them.
    @inline(__always) func prefetch() {
      switch held {
      case .made(let row, _): prefetchTwoLines(row.toOpaque())
      case .unsaved(let overlay, let row):
        prefetchTwoLines(overlay.toOpaque())
        prefetchTwoLines(row.toOpaque())
      }
    }

    /// What is to be in the cache from now on; under the lock of the table that is about to list it.
    @inline(__always) func written(for table: RowTable) -> WrittenRow {
      switch held {
      case .made(let row, _):
        row._withUnsafeGuaranteedRef { $0.link(to: table) }
        return WrittenRow(row: row)
      case .unsaved(let overlay, let row):
        return overlay._withUnsafeGuaranteedRef { $0.giveValues(to: row, version, for: table) }
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
