// The order of an answer.

/// A key by whose values an answer is sorted.
///
/// An object without a value comes before all others, and with `ascending: false` behind them. Objects that no
/// key puts in an order stand by entity and key, new ones last.
public struct SortKey: Sendable, Hashable, CustomStringConvertible {
  /// What the comparison of text overlooks, and by which rules text is sorted.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes options from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Capital letters count as small ones.
    public static let caseInsensitive = Options(rawValue: 1)
    /// Letters count without their accents.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// Text is sorted as people sort it, with numbers by what they are worth, and not byte by byte.
    public static let localized = Options(rawValue: 4)
  }

  /// The key, or the path of keys along to-one relationships.
  public var keyPath: String
  /// Whether small values come first.
  public var ascending: Bool
  /// How text is compared.
  public var options: Options

  /// Sorts by the values of a key.
  public init(_ keyPath: String, ascending: Bool = true, options: Options = []) {
    self.keyPath = keyPath
    self.ascending = ascending
    self.options = options
  }

  /// The key with its direction.
  public var description: String { "\(keyPath) \(ascending ? "ascending" : "descending")" }

  /// Checks the key against an entity whose objects a store is to sort.
  package func check(against entity: EntityDescription) throws(QueryMistake) {
    var binder = QueryBinder(entity, .rows)
    _ = try bound(&binder)
  }

  /// Looks the key up in an entity, unless it is the name of something known.
  func bound(
    _ binder: inout QueryBinder, to known: (term: BoundTerm, type: QueryType)? = nil
  ) throws(QueryMistake) -> BoundSortKey {
    let whole = QueryPlace(text: keyPath, offsets: 0..<keyPath.unicodeScalars.count)
    let (term, type): (BoundTerm, QueryType)
    if let known {
      (term, type) = known
    } else {
      guard let steps = KeyPathText(keyPath).steps() else {
        throw QueryMistake("'\(keyPath)' is no key to sort by", at: whole)
      }
      (term, type) = try binder.single(QueryTerm(kind: .path(nil, steps), place: whole))
    }
    if case .sealed(let why) = type {
      throw QueryMistake("'\(keyPath)' holds \(why), and nothing can be sorted by it", at: whole)
    }
    if case .object = type {
      throw QueryMistake(
        "'\(keyPath)' leads to an object, and objects have no order; add one of its keys", at: whole
      )
    }
    guard options.isEmpty || type.isText else {
      throw QueryMistake(
        "options are for text, and '\(keyPath)' is \(type.words)", at: whole)
    }
    let overlooked = TextOptions(
      rawValue: options.intersection([.caseInsensitive, .diacriticInsensitive]).rawValue)
    return BoundSortKey(
      term: overlooked.isEmpty ? term : .folded(term, overlooked), isAscending: ascending,
      isLocalized: options.contains(.localized))
  }
}
