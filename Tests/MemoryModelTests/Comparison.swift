// The engine and the model, side by side: the first number in which they differ.

import MemoryModel

/// Plays scenarios on both sides.
enum Comparison {
  /// The first checkpoint at which the two sides differ, and in what.
  struct Difference: CustomStringConvertible {
    let checkpoint: String
    /// Metric, what the engine has, what the rules say.
    let numbers: [(metric: String, engine: Int?, model: Int)]

    var description: String {
      "at \(checkpoint): "
        + numbers.map {
          "\($0.metric) engine \($0.engine.map(String.init) ?? "nothing") model \($0.model)"
        }
        .joined(separator: ", ")
    }
  }

  /// Plays a scenario on both sides.
  static func difference(of script: Script) -> Difference? {
    let expected = script.expected()
    let played: [EngineRun.Checkpoint]
    do {
      played = try EngineRun.checkpoints(of: script.yaml)
    } catch {
      return Difference(checkpoint: "refused: \(error)", numbers: [])
    }
    for (number, (name, readings)) in played.enumerated() {
      guard expected.indices.contains(number), !name.hasPrefix("stopped") else {
        return Difference(checkpoint: name, numbers: [])
      }
      let numbers = expected[number].sorted { $0.key < $1.key }.compactMap {
        metric, model -> (String, Int?, Int)? in
        // A cause that has broken nothing has no number of its own.
        let engine = readings[metric] ?? (metric.hasSuffix(")") && name != "end" ? 0 : nil)
        guard let engine, engine != model else { return nil }
        return (metric, engine, model)
      }
      if !numbers.isEmpty { return Difference(checkpoint: name, numbers: numbers) }
    }
    return nil
  }
}

extension Comparison {
  /// The smallest scenario that differs in one of the same metrics.
  static func smallest(_ script: Script, differingLike original: Difference) -> Script {
    let metrics = Set(original.numbers.map(\.metric))
    var shrinker = Shrinker { candidate in
      guard let found = difference(of: candidate) else { return false }
      return metrics.isEmpty
        ? found.numbers.isEmpty : !metrics.isDisjoint(with: found.numbers.map(\.metric))
    }
    return shrinker.smallest(script)
  }
}
