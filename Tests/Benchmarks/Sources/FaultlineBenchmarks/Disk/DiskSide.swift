// What either side does with a file; each workload returns a sum that the other side must reach too.

import Foundation

/// One side with a file of its own, just opened.
protocol DiskSide: AnyObject {
  init(_ staff: Staff, at url: URL) throws

  /// W1a: makes everybody, and saves once.
  func insertAll() throws -> Double

  /// W1b: makes everybody, and saves and lets go after each batch.
  func insertInBatches(_ size: Int) throws -> Double

  /// What each batch took, in nanoseconds.
  var batches: [Double] { get }

  /// W2: reads everybody, and adds up the salaries.
  func fetchAndRead() throws -> Double

  /// W3: reads the keys of all, then the rows of every tenth, one by one, in no order.
  func fireTenth() throws -> Double

  /// W4: reads everybody and the name of each one's department, as it is come across.
  func traverse() throws -> Double

  /// Makes ready what W5 and W6 find, outside of the clock.
  func prepareToChange() throws

  /// W5: raises every salary, and saves.
  func changeAndSave() throws -> Double

  /// W6: deletes every second employee, and saves.
  func deleteHalf() throws -> Double

  /// W7: reads everybody again, while all of them are there.
  func fetchAgain() throws -> Double

  /// Lets go of everything but the file.
  func letGo()
}

/// One workload on files.
enum DiskWorkload: String, CaseIterable {
  case insert = "W1a insert + save"
  case batches = "W1b a save per 1,000"
  case fetch = "W2  fetch + realize"
  case fire = "W3  fire one in ten"
  case traverse = "W4  traverse lazily"
  case change = "W5  change + save all"
  case delete = "W6  delete half + save"
  case refetch = "W7  fetch again"

  /// What is to be reached, and what would be excellent, as ratios to the floor.
  var goal: (target: Double, aim: Double) {
    switch self {
    case .insert: (2.0, 1.6)
    case .batches: (1.8, 1.5)
    case .fetch: (2.7, 2.2)
    case .fire: (1.5, 0.7)
    case .traverse: (3.0, 2.2)
    case .change, .delete: (1.8, 1.4)
    case .refetch: (2.0, 1.5)
    }
  }

  /// Those that leave objects in memory.
  static let fillingMemory: [DiskWorkload] = [.insert, .fetch, .fire, .traverse]

  /// Those that read pages, and write none.
  static let readingPages: [DiskWorkload] = [.fetch, .fire, .traverse]

  /// The name by which it is chosen.
  var short: String { String(rawValue.prefix { $0 != " " }) }

  /// Whether it begins with an empty file.
  var isFirst: Bool { self == .insert || self == .batches }

  func prepare(_ side: some DiskSide) throws {
    switch self {
    case .change, .delete: try side.prepareToChange()
    case .refetch: _ = try side.fetchAndRead()
    default: break
    }
  }

  func run(_ side: some DiskSide) throws -> Double {
    switch self {
    case .insert: try side.insertAll()
    case .batches: try side.insertInBatches(1000)
    case .fetch: try side.fetchAndRead()
    case .fire: try side.fireTenth()
    case .traverse: try side.traverse()
    case .change: try side.changeAndSave()
    case .delete: try side.deleteHalf()
    case .refetch: try side.fetchAgain()
    }
  }
}
