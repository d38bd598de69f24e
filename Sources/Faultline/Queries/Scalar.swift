// A value while a question is answered: in the few forms in which stores keep values too.

package import Foundation

/// A value in one of the forms that a store compares.
///
/// The memory store, the SQLite store and objects in a context answer alike because they compare the
/// same forms by the same rules: numbers by what they are worth, text and data byte by byte, and
/// nothing that has no value is less or greater than anything.
package enum Scalar: Sendable {
  case none
  case integer(Int)
  case real(Double)
  case text(String)
  case bytes(Data)
  case object(Identity)

  init(_ value: Value) {
    switch value {
    case .none: self = .none
    case .integer(let number): self = .integer(number)
    case .double(let number): self.init(number)
    case .truth(let flag): self = .integer(flag ? 1 : 0)
    case .text(let text): self = .text(text)
    case .date(let date): self.init(date.timeIntervalSinceReferenceDate)
    // As a file keeps it: a decimal number is compared as what a double makes of it.
    case .decimal(let number): self.init(Double(number.description))
    case .url(let url): self = .text(url.absoluteString)
    case .uuid(let uuid): self = .bytes(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case .data(let data): self = .bytes(data)
    }
  }

  var isNone: Bool { if case .none = self { true } else { false } }

  /// The number, if it is one.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// Whether two values are the same; two that are not there are.
  func equals(_ other: Scalar) -> Bool { compare(other) == .some(0) }

  /// Below zero, zero or above; nil where there is no order, since one is not there or they are of two kinds.
  func compare(_ other: Scalar) -> Int? {
    switch (self, other) {
    case (.none, .none): 0
    case (.integer(let one), .integer(let two)): one < two ? -1 : one == two ? 0 : 1
    case (.real(let one), .real(let two)): one < two ? -1 : one == two ? 0 : one > two ? 1 : nil
    case (.integer(let one), .real(let two)): Self.compare(one, two)
    case (.real(let one), .integer(let two)): Self.compare(two, one).map { -$0 }
    case (.text(let one), .text(let two)): TextMatching.compare(one, two)
    case (.bytes(let one), .bytes(let two)):
      one == two ? 0 : one.lexicographicallyPrecedes(two) ? -1 : 1
    case (.object(let one), .object(let two)): one == two ? 0 : nil
    default: nil
    }
  }

  /// Exactly: a double cannot hold every integer, so neither is made the other without a look.
  private static func compare(_ integer: Int, _ real: Double) -> Int? {
    guard !real.isNaN else { return nil }
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let whole = Int(real)
    if integer != whole { return integer < whole ? -1 : 1 }
    let fraction = real - Double(whole)
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
  }

  /// The order of a sorted answer: what is not there comes before everything.
  func sortOrder(_ other: Scalar) -> Int {
    switch (isNone, other.isNone) {
    case (true, true): 0
    case (true, false): -1
    case (false, true): 1
    case (false, false): compare(other) ?? 0
    }
  }
}

/// Values as members of a set: those that are equal are one.
extension Scalar: Hashable {
  /// Whether the two are equal.
  package static func == (one: Scalar, other: Scalar) -> Bool { one.equals(other) }

  /// Feeds the value in the form that it shares with its equals.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .integer(let number): hasher.combine(Double(number))
    case .real(let number): hasher.combine(number)
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .bytes(let data): hasher.combine(data)
    case .object(let identity): hasher.combine(identity)
    }
  }
}

/// Which record an object stands for: keys are unique in a whole tree of entities.
package struct Identity: Hashable, Sendable {
  package let space: KeySpace
  package let key: Int64
  /// The index of the entity at the root of the object's tree.
  package let root: Int

  init(_ entity: EntityDescription, _ key: Int64, _ space: KeySpace) {
    self.space = space
    self.key = key
    root = entity.root.index
  }

  init(_ id: ManagedObjectID) { self.init(id.entity, id.key, id.space) }

  /// Equal when store, tree and key are.
  package static func == (one: Self, other: Self) -> Bool {
    guard one.key == other.key, one.root == other.root else { return false }
    guard let store = one.space.store else { return one.space === other.space }
    return store == other.space.store
  }

  /// Feeds the key: equal keys of different stores meet only by chance.
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
