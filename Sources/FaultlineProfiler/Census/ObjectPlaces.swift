// Where objects stand in a list, found by their numbers: a look into an array, for it happens for every reference.

internal import Faultline

/// The places of objects in a list.
///
/// Numbers are given in order, a context after the other, so the objects of one lie close together; where most of
/// them are gone, a dictionary takes less room.
struct ObjectPlaces {
  private struct Span {
    let context: UInt64
    let first: UInt64
    var places: ContiguousArray<Int32>
  }

  private var spans: [Span] = []
  private var sparse: [UInt64: Int32] = [:]
  private static let nowhere: Int32 = -1
  /// How many numbers an array may have for each object that is there.
  private static let most = 16

  init(_ objects: ContiguousArray<ManagedObject>) {
    var bounds: [UInt64: (first: UInt64, last: UInt64, count: UInt64)] = [:]
    for object in objects {
      let number = object.registrationNumber
      let known = bounds[number >> 32] ?? (number, number, 0)
      bounds[number >> 32] = (min(known.first, number), max(known.last, number), known.count + 1)
    }
    for (context, bound) in bounds.sorted(by: { $0.key < $1.key }) {
      let length = bound.last - bound.first + 1
      guard length <= UInt64(Self.most) * bound.count else { continue }
      spans.append(
        Span(
          context: context, first: bound.first,
          places: ContiguousArray(repeating: Self.nowhere, count: Int(length))))
    }
    for (place, object) in objects.enumerated() {
      let number = object.registrationNumber
      if let span = spans.firstIndex(where: { $0.context == number >> 32 }) {
        spans[span].places[Int(number - spans[span].first)] = Int32(place)
      } else {
        sparse[number] = Int32(place)
      }
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
}
