// Where objects stand in a list, found by their numbers: a look into an array, for it happens for every reference.

internal import Faultline

/// The places of objects in a list.
///
/// Numbers are given in order, a context after the other, so the objects of one lie close together. Where most of them are
/// gone, or a context has only a few, as each object has that was made without one, a dictionary takes less room.
struct ObjectPlaces {
  private struct Span {
    let context: UInt64
    let first: UInt64
    var places: ContiguousArray<Int32>
  }

  private struct Bounds {
    var first: UInt64
    var last: UInt64
    var count: UInt64
  }

  private var spans: [Span] = []
  private var sparse: [UInt64: Int32] = [:]
  private static let nowhere: Int32 = -1
  /// How many numbers an array may have for each object that is there.
  private static let most = 16
  /// A context with fewer objects has no array.
  private static let fewest = 16

  /// Notes the places of all objects of a snapshot, those of a context mostly side by side.
  init(_ snapshot: ObjectSnapshot) {
    let numbers = ContiguousArray(snapshot.entries.map(\.number))
    let all = Self.bounds(of: numbers).filter { $0.value.count >= UInt64(Self.fewest) }
    var spanOf: [UInt64: Int] = [:]
    for (context, bounds) in all.sorted(by: { $0.key < $1.key }) {
      let length = bounds.last - bounds.first + 1
      guard length <= UInt64(Self.most) * bounds.count else { continue }
      spanOf[context] = spans.count
      spans.append(
        Span(
          context: context, first: bounds.first,
          places: ContiguousArray(repeating: Self.nowhere, count: Int(length))))
    }
    var place = 0
    while place < numbers.count {
      let context = numbers[place] >> 32
      let end = Self.end(of: context, in: numbers, from: place)
      if let span = spanOf[context] {
        let first = spans[span].first
        for place in place..<end {
          spans[span].places[Int(numbers[place] - first)] = Int32(place)
        }
      } else {
        for place in place..<end { sparse[numbers[place]] = Int32(place) }
      }
      place = end
    }
  }

  /// The place of an object; nil for one that is not in the list.
  subscript(object: ManagedObject) -> Int? {
    let number = object.registrationNumber
    for span in spans where span.context == number >> 32 {
      let place = Int(truncatingIfNeeded: number &- span.first)
      guard span.places.indices.contains(place), span.places[place] != Self.nowhere else {
        return nil
      }
      return Int(span.places[place])
    }
    return sparse[number].map(Int.init)
  }

  private static func bounds(of numbers: ContiguousArray<UInt64>) -> [UInt64: Bounds] {
    var all: [UInt64: Bounds] = [:]
    var place = 0
    while place < numbers.count {
      let context = numbers[place] >> 32
      let end = end(of: context, in: numbers, from: place)
      var bounds = all[context] ?? Bounds(first: .max, last: 0, count: 0)
      for number in numbers[place..<end] {
        bounds.first = min(bounds.first, number)
        bounds.last = max(bounds.last, number)
      }
      bounds.count += UInt64(end - place)
      all[context] = bounds
      place = end
    }
    return all
  }

  /// Where the numbers of another context begin.
  private static func end(
    of context: UInt64, in numbers: ContiguousArray<UInt64>, from place: Int
  ) -> Int {
    var end = place
    while end < numbers.count, numbers[end] >> 32 == context { end += 1 }
    return end
  }
}
