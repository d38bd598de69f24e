// The references of a realized object to others: strong, as the rules want them.

/// One object's relationships as far as they are realized.
///
/// A to-one tie holds its destination, a to-many tie its set. Both are counted references: two realized
/// objects that point at each other keep each other alive (C1), until a refresh drops this block (C2).
final class Ties: ManagedBuffer<Void, UInt> {
  /// What a to-one tie is when it is realized and leads nowhere.
  private static let nowhere: UInt = 1

  static func make(_ plan: UnsafePointer<LayoutPlan>) -> Ties {
    let count = plan.pointee.tieCount
    let buffer = Ties.create(minimumCapacity: count) { _ in }
    let ties = unsafeDowncast(buffer, to: Ties.self)
    ties.withUnsafeMutablePointerToElements { $0.initialize(repeating: 0, count: count) }
    return ties
  }

  private func word(_ tie: Int) -> UInt { withUnsafeMutablePointerToElements { $0[tie] } }

  private func setWord(_ tie: Int, _ word: UInt) {
    withUnsafeMutablePointerToElements { $0[tie] = word }
  }

  /// Whether the tie is known: a destination, none, or a set.
  func isRealized(_ tie: Int) -> Bool { word(tie) != 0 }

  /// The destination of a realized to-one tie.
  func destination(_ tie: Int) -> ManagedObject? {
    let word = word(tie)
    guard word != Self.nowhere, let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<ManagedObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The set of a to-many tie.
  func set(_ tie: Int) -> ObjectSet? {
    UnsafeRawPointer(bitPattern: word(tie)).map {
      Unmanaged<ObjectSet>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Calls a body with the set of a to-many tie, which is not counted.
  @inline(__always) func withSet(_ tie: Int, _ body: (ObjectSet) -> Void) {
    guard let pointer = UnsafeRawPointer(bitPattern: word(tie)) else { return }
    Unmanaged<ObjectSet>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  /// Realizes a to-one tie; what it held before is released last, when the tie is true again.
  func setDestination(_ object: ManagedObject?, _ tie: Int) {
    let former = word(tie)
    setWord(
      tie,
      object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? Self.nowhere)
    release(former, isToMany: false)
  }

  /// Gives a to-many tie its set.
  func setSet(_ set: ObjectSet, _ tie: Int) {
    let former = word(tie)
    setWord(tie, UInt(bitPattern: Unmanaged.passRetained(set).toOpaque()))
    release(former, isToMany: true)
  }

  /// Forgets a tie, which makes it a fault again.
  func drop(_ tie: Int, isToMany: Bool) {
    let former = word(tie)
    setWord(tie, 0)
    release(former, isToMany: isToMany)
  }

  /// Takes every reference out; the caller releases them one by one: returns the first, and lists the others.
  func takeAll(
    _ layout: EntityLayout, into references: inout ContiguousArray<Unmanaged<AnyObject>>
  ) -> Unmanaged<AnyObject>? {
    var first: Unmanaged<AnyObject>?
    withUnsafeMutablePointerToElements { words in
      for tie in 0..<layout.tieCount {
        if words[tie] > Self.nowhere, let pointer = UnsafeRawPointer(bitPattern: words[tie]) {
          if first == nil {
            first = .fromOpaque(pointer)
          } else {
            references.append(.fromOpaque(pointer))
          }
        }
        words[tie] = 0
      }
    }
    return first
  }

  private func release(_ word: UInt, isToMany: Bool) {
    guard word != Self.nowhere, let pointer = UnsafeRawPointer(bitPattern: word) else { return }
    if isToMany {
      Unmanaged<ObjectSet>.fromOpaque(pointer).release()
    } else {
      Unmanaged<ManagedObject>.fromOpaque(pointer).release()
    }
  }
}
