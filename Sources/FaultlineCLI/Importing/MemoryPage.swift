// What a recording says of memory: leaks, and the figures of MetricKit.

import FaultlineMeasures
import FaultlineRecordings
import FaultlineReports

/// The parts of a page about memory.
enum MemoryPage {
  private static let most = 15

  static func add(_ recording: Recording, to page: inout Page) {
    if let leaks = recording.leaks { add(leaks, to: &page) }
    add(recording.metrics, to: &page)
  }

  private static func add(_ leaks: LeakFacts, to page: inout Page) {
    var lines: [String] = []
    if let process = leaks.process { lines.append("process: \(process)") }
    if let count = leaks.leaks {
      let bytes = leaks.bytes.map { ", \(NumberText.grouped($0)) bytes" } ?? ""
      lines.append("\(counted(count, "leak", "leaks"))\(bytes)")
    }
    if let nodes = leaks.nodes { lines.append("\(counted(nodes, "block", "blocks")) allocated") }
    if let footprint = leaks.footprint {
      lines.append("footprint: \(footprint)" + (leaks.peak.map { ", \($0) at its peak" } ?? ""))
    }
    lines.append(
      "\(counted(leaks.cycleLines, "line", "lines")) with ROOT CYCLE, \(leaks.backReferences) with CYCLE BACK TO"
    )
    page.add("Leaks", lines)
    page.add("Retain cycles by their classes", leaks.cycles.prefix(most).map(line))
    page.add(
      "What leaked, by the class at the root",
      [("class", false), ("roots", true), ("objects", true), ("size", true)],
      leaks.roots.prefix(most).map {
        [
          short($0.class), NumberText.grouped($0.roots), NumberText.grouped($0.objects),
          NumberText.bytes($0.bytes),
        ]
      })
  }

  private static func line(_ cycle: LeakCycle) -> String {
    var way = ""
    for (place, type) in cycle.classes.prefix(12).enumerated() {
      let edge = place > 0 && cycle.edges.indices.contains(place - 1) ? cycle.edges[place - 1] : ""
      if place > 0 { way += edge.isEmpty ? " → " : " → \(edge): " }
      way += short(type)
    }
    if cycle.classes.count > 12 { way += " → …" }
    return "\(counted(cycle.cycles, "cycle", "cycles")): \(way)"
  }

  /// Generic types of views are as long as their view.
  private static func short(_ type: String) -> String {
    type.count > 60 ? "\(type.prefix(59))…" : type
  }

  private static func add(_ payloads: [MetricFacts], to page: inout Page) {
    page.add(
      "MetricKit",
      [
        ("from", false), ("to", false), ("peak", true), ("suspended", true), ("samples", true),
        ("ended by pressure", true), ("ended at the limit", true), ("not read", false),
      ],
      payloads.prefix(100).map { payload in
        [
          payload.begins ?? "-", payload.ends ?? "-",
          payload.peakBytes.map(NumberText.bytes) ?? "-",
          payload.suspendedBytes.map(NumberText.bytes) ?? "-",
          payload.suspendedSamples.map(NumberText.grouped) ?? "-",
          NumberText.grouped(payload.pressureExits), NumberText.grouped(payload.limitExits),
          payload.refused.map { "'\($0)'" }.joined(separator: " "),
        ]
      })
  }
}
