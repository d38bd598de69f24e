// What an object is at the moment, in one word.

/// The states of an object.
///
/// ```
///            insert                    save
///   (none) ─────────▶ inserted ───────────────────────▶ realized ◀──┐
///                                      fire              │   ▲      │ save
///   (none) ─────────▶ fault ─────────────────────────────┘   │      │
///            fetch      ▲          refresh               set │      │
///                       └──────────────────────── realized ──┴▶ changed
/// ```
/// `deleted` comes on top of any of them, and a save, or a rollback, ends it. `detached` ends everything:
/// the object belongs nowhere, since the context was reset, or since it was `removed` or `withdrawn`.
struct ObjectFlags: OptionSet {
  let rawValue: UInt32

  /// Never saved.
  static let inserted = ObjectFlags(rawValue: 1 << 0)
  /// Saved once and changed since.
  static let updated = ObjectFlags(rawValue: 1 << 1)
  /// Has unsaved changes, and so an overlay; a setter need look no further.
  static let changed = ObjectFlags(rawValue: 1 << 2)
  /// The context holds it because of its changes (R3).
  static let pinned = ObjectFlags(rawValue: 1 << 3)
  /// The context holds it because it retains registered objects (R4).
  static let retained = ObjectFlags(rawValue: 1 << 4)
  /// A pool holds it until the turn ends.
  static let pooled = ObjectFlags(rawValue: 1 << 5)
  /// A save will remove it.
  static let deleted = ObjectFlags(rawValue: 1 << 7)
  /// Its context was reset, its deletion was saved, or it went before its first save.
  static let detached = ObjectFlags(rawValue: 1 << 6)
  /// Has an overlay instead of a row, be it for changes or for values that were written silently.
  static let overlaid = ObjectFlags(rawValue: 1 << 8)
  /// It may be observed; the context knows by which observers.
  static let observed = ObjectFlags(rawValue: 1 << 9)
  /// It is being filled with its values.
  static let firing = ObjectFlags(rawValue: 1 << 10)
  /// Fetched properties of it have found something.
  static let fetched = ObjectFlags(rawValue: 1 << 17)
  /// A fault that knows some of its values, and lies on a partial row.
  static let partial = ObjectFlags(rawValue: 1 << 26)
  /// Either of the two: what lies beneath is no whole row.
  ///
  /// One value, since a list of two is allocated in a debug build.
  static let overlaidOrPartial = ObjectFlags(rawValue: 1 << 8 | 1 << 26)
  /// It has read data that its store keeps in files of their own.
  static let hasReadFiles = ObjectFlags(rawValue: 1 << 25)
  /// Memory of the app's is attached to it.
  static let hasAttachedBytes = ObjectFlags(rawValue: 1 << 28)
  /// It is being turned into a fault.
  static let faulting = ObjectFlags(rawValue: 1 << 11)
  /// Its context has an undo manager, which notes its values before it is written to.
  static let recorded = ObjectFlags(rawValue: 1 << 12)
  /// Its deletion was noted, so an undo may bring it back.
  static let recallable = ObjectFlags(rawValue: 1 << 13)
  /// Detached, with its values, until an undo or redo brings it back.
  static let shelved = ObjectFlags(rawValue: 1 << 14)
  /// It had a row when it was put on the shelf.
  static let stored = ObjectFlags(rawValue: 1 << 15)
  /// An undo manager may hold it; without this, that of its context does not.
  static let remembered = ObjectFlags(rawValue: 1 << 22)
  /// It was inserted and deleted in one event.
  static let cancelledInsertion = ObjectFlags(rawValue: 1 << 16)
  /// It was changed since observers were last notified.
  static let touched = ObjectFlags(rawValue: 1 << 18)
  /// It is new, and observers were not notified of it.
  static let unannounced = ObjectFlags(rawValue: 1 << 19)
  /// Observers were notified that it is deleted.
  static let deletionAnnounced = ObjectFlags(rawValue: 1 << 20)
  /// Its row was removed elsewhere, as a merge has reported.
  static let gone = ObjectFlags(rawValue: 1 << 21)
  /// It left its context because its record was removed.
  static let removed = ObjectFlags(rawValue: 1 << 23)
  /// It left its context without ever having been saved.
  static let withdrawn = ObjectFlags(rawValue: 1 << 24)

  /// It has a permanent key, and shows the temporary one that it had in a child until it is asked for the other.
  static let showsTemporaryID = ObjectFlags(rawValue: 1 << 27)

  /// What lies beside an object's values, and goes with them.
  static let besideItsValues = ObjectFlags(
    rawValue: fetched.rawValue | hasReadFiles.rawValue | hasAttachedBytes.rawValue)

  /// Changed since the last save, by something that an undo manager noted.
  ///
  /// One value each, since a list is allocated in a debug build.
  static let onlyChanged = ObjectFlags(rawValue: changed.rawValue | recorded.rawValue)
  /// That, and what else an undo of it has to look at.
  static let atAnUndo = ObjectFlags(
    rawValue: onlyChanged.rawValue | inserted.rawValue | deleted.rawValue | observed.rawValue
      | detached.rawValue | gone.rawValue)
}
