// The order of objects: Foundation's sort descriptor with keys by name.

import Faultline
public import Foundation

/// A key by whose values objects are sorted.
open class NSSortDescriptor: Foundation.NSSortDescriptor, SortKeyNaming {
  private let storedKey: String?
  /// How values are compared, by the name of a method of text.
  public let selector: Selector?
  private let ownComparator: ((Any, Any) -> ComparisonResult)?

  /// Sorts by the values of a key.
  public init(key: String?, ascending: Bool) {
    storedKey = key
    selector = nil
    ownComparator = nil
    super.init(keyPath: \String.count, ascending: ascending)
  }

  /// Sorts by the values of a key, compared as a method of text does.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    storedKey = key
    self.selector = selector
    ownComparator = nil
    super.init(keyPath: \String.count, ascending: ascending)
  }

  /// Sorts by the values of a key, compared by a function.
  public init(
    key: String?, ascending: Bool, comparator: @escaping (Any, Any) -> ComparisonResult
  ) {
    storedKey = key
    selector = nil
    ownComparator = comparator
    super.init(keyPath: \String.count, ascending: ascending)
  }

  /// Sorts by the values of a property.
  public override convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self.init(key: KeyPathNames.requiredName(of: keyPath), ascending: ascending)
  }

  /// Unavailable: a descriptor is made of its key.
  public required init?(coder: NSCoder) { nil }

  /// The key.
  public var namedKey: String? { storedKey }

  /// Returns a descriptor of the opposite order.
  open override var reversedSortDescriptor: Any {
    if let ownComparator {
      return NSSortDescriptor(key: storedKey, ascending: !ascending, comparator: ownComparator)
    }
    return NSSortDescriptor(key: storedKey, ascending: !ascending, selector: selector)
  }

  /// Returns the order of two objects.
  open override func compare(_ one: Any, to other: Any) -> ComparisonResult {
    let (one, other) = (value(of: one), value(of: other))
    let order: ComparisonResult
    switch (one, other) {
    case (nil, nil): order = .orderedSame
    case (nil, _): order = .orderedAscending
    case (_, nil): order = .orderedDescending
    case (let one?, let other?): order = ownComparator?(one, other) ?? compared(one, other)
    }
    guard !ascending else { return order }
    return switch order {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }

  private func value(of object: Any) -> Any? {
    guard let storedKey, storedKey != "self" else { return object }
    return KeyPathWalk.value(of: object, storedKey.split(separator: ".").map(String.init)[...])
  }

  private func compared(_ one: Any, _ other: Any) -> ComparisonResult {
    switch (Boxing.bare(one), Boxing.bare(other)) {
    case (let one as String, let other as String):
      let options = textOptions
      if options.contains(.localized) {
        return options.contains(.caseInsensitive)
          ? one.localizedCaseInsensitiveCompare(other) : one.localizedStandardCompare(other)
      }
      return one.compare(other, options: options.contains(.caseInsensitive) ? .caseInsensitive : [])
    case (let one as NSNumber, let other as NSNumber): return one.compare(other)
    case (let one as Decimal, let other as Decimal):
      return NSDecimalNumber(decimal: one).compare(NSDecimalNumber(decimal: other))
    case (let one as Date, let other as Date): return one.compare(other)
    case (let one as Int, let other as Int):
      return NSNumber(value: one).compare(NSNumber(value: other))
    case (let one as Double, let other as Double):
      return NSNumber(value: one).compare(NSNumber(value: other))
    case (let one as UUID, let other as UUID): return one.uuidString.compare(other.uuidString)
    case (let one as URL, let other as URL): return one.absoluteString.compare(other.absoluteString)
    default: return .orderedSame
    }
  }

  private var textOptions: SortKey.Options {
    switch selector?.name {
    case "caseInsensitiveCompare:": .caseInsensitive
    case "localizedCompare:", "localizedStandardCompare:": .localized
    case "localizedCaseInsensitiveCompare:": [.localized, .caseInsensitive]
    default: []
    }
  }

  /// The engine's key.
  func sortKey() throws(GraphError) -> SortKey {
    guard let storedKey, ownComparator == nil else {
      throw GraphError(
        .unsupportedRequest, "A fetch cannot be sorted by a function; sort what it returns.")
    }
    return SortKey(storedKey, ascending: ascending, options: textOptions)
  }

  open override var description: String {
    "(\(storedKey ?? "self"), \(ascending ? "ascending" : "descending"), \(selector?.name ?? "compare:"))"
  }

  /// Descriptors of the same key, order and comparison are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSSortDescriptor else { return false }
    return self === other
      || storedKey == other.storedKey && ascending == other.ascending && selector == other.selector
        && ownComparator == nil && other.ownComparator == nil
  }

  open override var hash: Int { storedKey?.hashValue ?? 0 }

  open override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A sort descriptor that has a key.
///
/// Foundation declares `key` as unavailable on Linux, where a class cannot override it; what an extension declares is
/// found all the same.
public protocol SortKeyNaming {
  /// The key.
  var namedKey: String? { get }
}

extension SortKeyNaming {
  /// The key.
  public var key: String? { namedKey }
}
