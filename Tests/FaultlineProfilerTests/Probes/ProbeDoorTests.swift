// The door for probes, and the table of metrics that it makes.

import FaultlineMeasures
import Foundation
import Testing

@testable import FaultlineProfiler

@Suite struct ProbeDoorTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/FaultlineProfiler/Probes")

  private static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Probe.swift") && $0 != "Probe.swift" }
      .map { String($0.dropLast(".swift".count)) }.sorted()
  }

  @Test func `every probe's file stands in the list, and the list names no other`() throws {
    let files = try Self.files()
    #expect(files.contains("HeapProbe"))
    #expect(Probes.all.map { "\($0)" }.sorted() == files)
  }

  @Test func `every metric is defined once, in one line`() {
    let names = Probes.metrics.map(\.name)
    #expect(Set(names).count == names.count)
    for metric in Probes.metrics {
      #expect(!metric.meaning.isEmpty && !metric.meaning.contains("\n"), "\(metric.name)")
      #expect(metric.meaning.first?.isUppercase == false, "\(metric.name)")
      #expect(!metric.meaning.hasSuffix("."), "\(metric.name)")
      #expect(metric.name.wholeMatch(of: /[a-z]+(\.[a-z]+)+/) != nil, "\(metric.name)")
    }
  }

  @Test func `a metric's name stands where it is defined and where it is read, and nowhere else`()
    throws
  {
    for file in try Self.files() {
      let text = try String(
        contentsOf: Self.folder.appending(path: "\(file).swift"), encoding: .utf8)
      let own = try #require(Probes.all.first { "\($0)" == file }).metrics.map(\.name)
      for metric in Probes.metrics {
        let times = text.ranges(of: "\"\(metric.name)\"").count
        #expect(times == (own.contains(metric.name) ? 2 : 0), "\(metric.name) in \(file)")
      }
    }
  }

  @Test func `times, and what the system decides, gate nothing`() {
    let informative = Probes.metrics.filter { $0.exactness == .informative }.map(\.name)
    #expect(
      informative == [
        "heap.resident", "heap.active", "heap.fragmentation", "process.rss", "time.wall",
        "time.cpu", "arc.retains", "arc.releases",
        "arc.allocations",
      ])
  }
}
