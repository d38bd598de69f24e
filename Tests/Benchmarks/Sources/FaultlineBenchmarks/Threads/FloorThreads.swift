// The floor's side of threads: one connection a thread.

import Foundation

/// Files with connections to come.
struct FloorThreads: ThreadedSide {
  private let staff: Staff
  private let urls: [URL]

  init(_ staff: Staff, at urls: [URL]) {
    self.staff = staff
    self.urls = urls
  }

  func share(_ range: Range<Int>, ofFile file: Int) throws -> FloorShare {
    try FloorShare(range, staff, urls[file])
  }
}

/// A connection of one thread, with the keys of the rows that it changes.
final class FloorShare: ThreadedShare {
  private let range: Range<Int>
  private let floor: Floor
  private let reader: FloorSide

  fileprivate init(_ range: Range<Int>, _ staff: Staff, _ url: URL) throws {
    self.range = range
    floor = try Floor(url)
    reader = try FloorSide(staff, at: url)
  }

  func prepare() {}

  func readAll() throws -> Double { try reader.fetchAndRead() }

  func raise(batch: Int) throws {
    let statement = try floor.prepare("UPDATE employee SET salary = salary + 1 WHERE id = ?")
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

  func disturb() throws {
    let statement = try floor.prepare("UPDATE employee SET hired = hired + 1 WHERE id = ?")
    try floor.run("BEGIN IMMEDIATE")
    for index in range {
      statement.bind(index + 1, 1)
      statement.run()
    }
    try floor.run("COMMIT")
  }
}
