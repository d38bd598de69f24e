// What the engine did last, in words.

internal import Faultline
import FaultlineMeasures

extension EventTrail.Entry {
  /// The event in few words: `fetch Employee (200)`, `fault Department × 12`, `save: write (unfinished)`.
  var words: String {
    let name = TraceEvent.title(of: kind.word, subject)
    let often = times > 1 ? " × \(NumberText.grouped(times))" : ""
    let facts =
      (count.map { [NumberText.grouped($0)] } ?? [])
      + (isRunning ? ["unfinished"] : [])
    return name + often + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }
}
