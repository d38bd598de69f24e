// What went wrong in a graph: a code, a sentence with a remedy, the object, the key and the cause.

/// An error of the engine: what happened, to which object, and what to do about it.
public struct GraphError: Error, Sendable, CustomStringConvertible {
  /// The kind of error; the numbers are Apple's, so that a search for them finds their history.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Makes a code from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Several validation errors at once; `detailed` lists them.
    public static let validationMultipleErrors = Code(rawValue: 1560)
    /// A mandatory property has no value.
    public static let validationMissingMandatoryProperty = Code(rawValue: 1570)
    /// An object, or its class, says that it may not be saved.
    public static let managedObjectValidation = Code(rawValue: 1550)
    /// A relationship has fewer members than it must.
    public static let validationRelationshipLacksMinimumCount = Code(rawValue: 1580)
    /// A relationship has more members than it may.
    public static let validationRelationshipExceedsMaximumCount = Code(rawValue: 1590)
    /// A number is above its bound.
    public static let validationNumberTooLarge = Code(rawValue: 1610)
    /// A number is below its bound.
    public static let validationNumberTooSmall = Code(rawValue: 1620)
    /// A date is after its bound.
    public static let validationDateTooLate = Code(rawValue: 1630)
    /// A date is before its bound.
    public static let validationDateTooSoon = Code(rawValue: 1640)
    /// A text has too many characters.
    public static let validationStringTooLong = Code(rawValue: 1660)
    /// A text has too few characters.
    public static let validationStringTooShort = Code(rawValue: 1670)
    /// A text does not match its pattern.
    public static let validationStringPatternMatching = Code(rawValue: 1680)
    /// A delete rule forbids the deletion.
    public static let validationRelationshipDeniedDelete = Code(rawValue: 1600)
    /// A fault points at a row that is not there.
    public static let referentialIntegrity = Code(rawValue: 133_000)
    /// A relationship leads into another store.
    public static let externalRelationship = Code(rawValue: 133_010)
    /// Two contexts changed the same row.
    public static let merge = Code(rawValue: 133_020)
    /// A uniqueness constraint is broken, and the merge policy does not say which object wins.
    public static let constraintMerge = Code(rawValue: 133_021)
    /// The store type is not known.
    public static let invalidStoreType = Code(rawValue: 134_000)
    /// A save could not be carried out.
    public static let save = Code(rawValue: 134_030)
    /// One store has its part of a save, and another one has not.
    public static let incompleteSave = Code(rawValue: 134_040)
    /// The context, coordinator or model does not allow this.
    public static let coreData = Code(rawValue: 134_060)
    /// A store could not be opened.
    public static let open = Code(rawValue: 134_080)
    /// A store was locked for too long.
    public static let storeTimeout = Code(rawValue: 134_090)
    /// A store was made for another model.
    public static let incompatibleVersionHash = Code(rawValue: 134_100)
    /// SQLite refused something.
    public static let sqlite = Code(rawValue: 134_180)
    /// A request names an entity, a key or a form that is not supported.
    public static let unsupportedRequest = Code(rawValue: 134_091)
    /// The model is not one that can be used.
    public static let invalidModel = Code(rawValue: 134_020)
    /// What a token of a history leads to was deleted.
    public static let persistentHistoryTokenExpired = Code(rawValue: 134_301)
  }

  /// The kind of error.
  public var code: Code
  /// One sentence that says what happened, and one that says what to do.
  public var message: String
  /// The object that it is about.
  public var objectID: ManagedObjectID?
  /// The property that it is about.
  public var key: String?
  /// The error beneath this one.
  public var underlying: (any Error)?
  /// The single errors, where there are several.
  public var detailed: [GraphError]
  /// The rows that were changed elsewhere, for an error about conflicts.
  public var conflicts: [MergeConflict]
  /// The objects that have the same values, for an error about what must be unique.
  public var constraintConflicts: [ConstraintConflict]

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, objectID: ManagedObjectID? = nil, key: String? = nil,
    underlying: (any Error)? = nil, detailed: [GraphError] = [], conflicts: [MergeConflict] = [],
    constraintConflicts: [ConstraintConflict] = []
  ) {
    self.code = code
    self.message = message
    self.objectID = objectID
    self.key = key
    self.underlying = underlying
    self.detailed = detailed
    self.conflicts = conflicts
    self.constraintConflicts = constraintConflicts
  }

  /// The message with its code, then each detail on a line of its own.
  public var description: String {
    let head = "\(message) (\(code.rawValue))"
    guard !detailed.isEmpty else { return head }
    return ([head] + detailed.map { "  - \($0.message)" }).joined(separator: "\n")
  }
}

/// Stops the process with one sentence: misuse that a signature cannot turn into an error.
///
/// Each caller has a throwing twin, which the scenario runner uses: nothing that a scenario says ends here.
func misuse(_ error: GraphError) -> Never {
  // Not a precondition: those keep silent in release builds.
  fatalError(error.description)
}
