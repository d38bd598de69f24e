// Which moments of a run are worth a look: the lowest and the highest of each stretch of it.

/// A moment, and what workload and stores held then.
struct SampledMoment: Equatable {
  /// Its number: 0 is the beginning of the pass.
  let number: Int
  let bytes: Int
}

/// Divides a run of unknown length into stretches of the same length, and keeps two moments of each.
///
/// A level that rises and falls with each round of a loop would look flat, or slanted, where every hundredth moment is
/// taken. It allocates nothing once it is made.
struct MomentStretches {
  private struct Stretch {
    var low: SampledMoment
    var high: SampledMoment

    func joined(with later: Stretch) -> Stretch {
      Stretch(
        low: later.low.bytes < low.bytes ? later.low : low,
        high: later.high.bytes > high.bytes ? later.high : high)
    }
  }

  /// More could not be distinguished in a picture.
  private static let most = 32
  private var stretches: ContiguousArray<Stretch> = []
  /// How many moments each has.
  private var length = 1
  /// How many moments there were.
  private(set) var count = 0
  private var first: SampledMoment?
  private var last: SampledMoment?

  init() {
    stretches.reserveCapacity(Self.most)
    // What the runtime needs for its lists it takes when they are first used: here, before anything is measured.
    for bytes in 0...2 * Self.most { pass(bytes) }
    stretches.removeAll(keepingCapacity: true)
    (length, count, first, last) = (1, 0, nil, nil)
  }

  /// A moment has come.
  mutating func pass(_ bytes: Int) {
    let moment = SampledMoment(number: count, bytes: bytes)
    let here = Stretch(low: moment, high: moment)
    first = first ?? moment
    last = moment
    if count.isMultiple(of: length), stretches.count == Self.most { halve() }
    if count.isMultiple(of: length) {
      stretches.append(here)
    } else {
      stretches[stretches.count - 1] = stretches[stretches.count - 1].joined(with: here)
    }
    count += 1
  }

  /// Two stretches become one of twice the length.
  private mutating func halve() {
    for place in 0..<Self.most / 2 {
      stretches[place] = stretches[2 * place].joined(with: stretches[2 * place + 1])
    }
    stretches.removeLast(Self.most / 2)
    length *= 2
  }

  /// The moments worth a look, the first and the last of all among them.
  var worthALook: [SampledMoment] {
    let all = [first, last].compactMap(\.self) + stretches.flatMap { [$0.low, $0.high] }
    var known: Set<Int> = []
    return all.filter { known.insert($0.number).inserted }.sorted { $0.number < $1.number }
  }
}
