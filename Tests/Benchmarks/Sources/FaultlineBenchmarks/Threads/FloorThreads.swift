// The floor's side of threads: one connection a thread.

import Foundation

/// Files with connections to come.
struct FloorThreads: ThreadedSide {
  private let staff: Staff
  private let urls: [URL]
  private let format: FloorFormat

  init(_ staff: Staff, at urls: [URL], _ format: FloorFormat) {
    self.staff = staff
    self.urls = urls
    self.format = format
  }

  func share(_ range: Range<Int>, ofFile file: Int) throws -> FloorShare {
    try FloorShare(range, staff, urls[file], format)
  }
}

/// A connection of one thread, with the keys of the rows that it changes.
final class FloorShare: ThreadedShare {
  private let range: Range<Int>
  private let floor: Floor
  private let reader: FloorSide
  private let format: FloorFormat

  fileprivate init(
    _ range: Range<Int>, _ staff: Staff, _ url: URL, _ format: FloorFormat
  ) throws {
    self.range = range
    self.format = format
    floor = try Floor(url, format)
    reader = try FloorSide(staff, at: url, format)
  }

  func prepare() {}

  func readAll() throws -> Double { try reader.fetchAndRead() }

  func raise(batch: Int) throws {
    let statement = try floor.prepare(increase(of: format.salary))
    for start in stride(from: range.lowerBound, to: range.upperBound, by: batch) {
      // The lock is taken at once: a transaction that reads first may be refused it later.
      try floor.run("BEGIN IMMEDIATE")
      for index in start..<min(start + batch, range.upperBound) {
        statement.bind(index + 1, 1)
        statement.run()
      }
      try floor.run("COMMIT")
    }
  }

  private func increase(of column: String) -> String {
    "UPDATE \(format.employee) SET \(column) = \(column) + 1 WHERE \(format.id) = ?"
  }

  func disturb() throws {
    let statement = try floor.prepare(increase(of: format.hired))
    try floor.run("BEGIN IMMEDIATE")
    for index in range {
      statement.bind(index + 1, 1)
      statement.run()
    }
    try floor.run("COMMIT")
  }
}
