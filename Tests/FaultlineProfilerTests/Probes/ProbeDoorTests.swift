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

  /// Tests name what they look at.
  @Test func `a metric's name is written once in all sources`() throws {
    let sources = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var times: [String: Int] = [:]
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for name in text.matches(of: /"([a-z]+(?:\.[a-z]+)+)"/) {
        times[String(name.1), default: 0] += 1
      }
    }
    #expect(
      Probes.metrics.filter { times[$0.name] != 1 }.map { "\($0.name) \(times[$0.name] ?? 0)" }
        == [])
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
