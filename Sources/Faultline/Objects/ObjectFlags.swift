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
/// the context was reset or the deletion was saved, and the object belongs nowhere.
struct ObjectFlags: OptionSet {
  let rawValue: UInt32

  /// Never saved.
  static let inserted = ObjectFlags(rawValue: 1 << 0)
  /// Saved once and changed since.
  static let updated = ObjectFlags(rawValue: 1 << 1)
  /// Has an overlay instead of a row.
  static let changed = ObjectFlags(rawValue: 1 << 2)
  /// The context holds it because of its changes (R3).
  static let pinned = ObjectFlags(rawValue: 1 << 3)
  /// The context holds it because it retains registered objects (R4).
  static let retained = ObjectFlags(rawValue: 1 << 4)
  /// A pool holds it until the turn ends.
  static let pooled = ObjectFlags(rawValue: 1 << 5)
  /// A save will remove it.
  static let deleted = ObjectFlags(rawValue: 1 << 7)
  /// Its context was reset, or its deletion was saved.
  static let detached = ObjectFlags(rawValue: 1 << 6)
}
