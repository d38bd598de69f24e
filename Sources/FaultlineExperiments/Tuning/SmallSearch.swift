// The search in small sizes that goes before one in full size.

package import FaultlineAnalysis
import FaultlineScenarios

/// A search in the small sizes of a file.
package struct SmallSearch {
  package let search: FrontSearch
  /// How many of its cells died.
  package let died: Int
  /// How many cells it knows.
  package var cells: Int { search.order.count }

  /// With fewer combinations of words there is little that small sizes could spare.
  private static let fewestSlices = 4

  /// Searches in small sizes, where the file has them and they are much less work; nil otherwise.
  package init?(
    before request: TuneRequest, _ player: Player, keptIn folder: String?
  ) throws {
    let words = request.axes.space.axes.filter { !$0.isOrdered }.map(\.count)
    guard words.reduce(1, *) >= Self.fewestSlices, let smaller = request.smaller else {
      return nil
    }
    let run = try TuneRun(smaller, player, keptIn: folder, note: "small sizes first")
    var search = FrontSearch(smaller.axes.space) { try run.measure($0) }
    try search.run()
    self.search = search
    died = run.deaths.count
  }
}
