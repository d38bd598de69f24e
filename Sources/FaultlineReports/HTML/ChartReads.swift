// What a chart says at each of its places, for a reader who points at it or steps through it by keys.

import FaultlineMeasures
import FaultlinePages

/// The places of a panel from left to right, each with its values in words.
struct ChartReads {
  /// One place.
  private struct Read {
    let x: Double
    let words: String
  }

  private let reads: [Read]

  /// More are in the table alone.
  private static let most = 400

  /// Gathers the values of a panel.
  init(_ panel: Report.Panel, _ kind: Report.Chart.Kind, place: (Double) -> Double) {
    let series = panel.series.filter(\.isStrong)
    if kind == .points {
      reads = series.flatMap(\.points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }.map {
        Read(x: place($0.x), words: $0.label)
      }
      return
    }
    let xs = Set(series.flatMap { $0.points.map(\.x) }).sorted()
    var next = series.map { _ in 0 }
    var reads = xs.prefix(Self.most).map { x in
      var here: [(name: String, point: Report.Point)] = []
      for (index, one) in series.enumerated() where next[index] < one.points.count {
        guard one.points[next[index]].x == x else { continue }
        here.append((one.name, one.points[next[index]]))
        next[index] += 1
      }
      return Read(x: place(x), words: Self.words(here, kind))
    }
    for mark in panel.marks {
      let read = Read(x: place(mark.x), words: "\(mark.place): \(mark.value)")
      reads.insert(read, at: reads.firstIndex { $0.x >= read.x } ?? reads.endIndex)
    }
    self.reads = reads
  }

  private static func words(
    _ here: [(name: String, point: Report.Point)], _ kind: Report.Chart.Kind
  ) -> String {
    let known = here.first { !$0.point.place.isEmpty }?.point.place
    let isAlone = here.count == 1
    let values = (kind == .stack ? here.filter { $0.point.y > 0 }.reversed() : here).map {
      let value = $0.point.value.isEmpty ? $0.point.label : $0.point.value
      return isAlone || $0.name.isEmpty ? value : "\($0.name) \(value)"
    }
    let place = known.map { "\($0): " } ?? ""
    guard kind == .stack else { return place + values.joined(separator: " · ") }
    let sum = here.reduce(0) { $0 + $1.point.y }
    let all = Int(exactly: sum).map { NumberText.bytes($0) } ?? ""
    return "\(place)\(all)" + (values.isEmpty ? "" : " = ") + values.joined(separator: " + ")
  }

  /// The attributes of the picture that say it, with where a line through it begins and ends.
  func attributes(from top: Int, to bottom: Int) -> String {
    guard !reads.isEmpty else { return "" }
    let words = reads.prefix(Self.most).map { MarkupText.escaped($0.words) }
    let places = reads.prefix(Self.most).map { "\($0.x)" }
    return " data-x=\"\(places.joined(separator: " "))\" data-y=\"\(top) \(bottom)\" "
      + "data-reads=\"\(words.joined(separator: "&#10;"))\""
  }
}
