// The line that shows how far a search is, and the best that it knows.

import FaultlineAnalysis
package import FaultlineMeasures
import FaultlineScenarios

/// Shows a search while it lasts.
package final class TuneProgress {
  private let observer: any RunObserver
  private let request: TuneRequest
  /// What is searched, where it is not the search itself.
  private let note: String?
  /// The least of what fits, with the goals in their order.
  private var best: (costs: [Double], readings: [Quantity])?

  package init(_ observer: any RunObserver, _ request: TuneRequest, note: String?) {
    self.observer = observer
    self.request = request
    self.note = note
  }

  /// Takes in what a cell read that may be taken.
  package func note(_ readings: [Quantity]) {
    let costs = zip(request.goals, readings).map { $0.cost($1) }
    guard request.axes.space.fits(costs) else { return }
    if let best, !costs.lexicographicallyPrecedes(best.costs) { return }
    best = (costs, readings)
  }

  /// Shows how many cells are known.
  package func show(_ known: Int) {
    let size = NumberText.grouped(request.axes.space.size)
    let parts: [String?] = [request.scenario.name, note, "\(known) of \(size) cells run", words]
    observer.update(parts.compactMap(\.self).joined(separator: " · "))
  }

  private var words: String {
    guard let best else { return "nothing fits so far" }
    let texts = zip(request.goals, best.readings).map {
      "\($0.metric.name) \(NumberText.text($1, $0.metric.scale))"
    }
    return "best so far " + texts.joined(separator: ", ")
  }
}
