// Why an object takes on another state in one step.

/// What brings an object to an earlier or a newer state; the numbers are Apple's.
public struct SnapshotEvents: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes a set of events from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// An insertion was undone or done again.
  public static let undoInsertion = SnapshotEvents(rawValue: 1 << 1)
  /// A deletion was undone or done again.
  public static let undoDeletion = SnapshotEvents(rawValue: 1 << 2)
  /// A change was undone or done again.
  public static let undoUpdate = SnapshotEvents(rawValue: 1 << 3)
  /// The context went back to what was last saved.
  public static let rollback = SnapshotEvents(rawValue: 1 << 4)
  /// The object was refreshed and kept its changes.
  public static let refresh = SnapshotEvents(rawValue: 1 << 5)
  /// A merge policy resolved a conflict about the object.
  public static let mergePolicy = SnapshotEvents(rawValue: 1 << 6)
}
