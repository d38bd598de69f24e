// Connections that read: one for most programs, more where several threads ask at once.

internal import Faultline
import Foundation
import Synchronization

/// The readers of a store; each serves one caller at a time.
///
/// A second one is opened only while the first is busy, so a program of one thread has one, and its counters
/// do not depend on chance. What is read in one turn comes from one state of the file as long as nothing is
/// saved. Unchecked: a reader is touched only by the thread that holds its lock.
final class ReaderPool: @unchecked Sendable {
  private struct Seat: Sendable {
    let lock = NSLock()
    nonisolated(unsafe) let reader: Reader
    /// Set while the reader is busy with a state of the file that is to be read no longer.
    let isOutdated = Flag()
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  private let seatsLock = NSLock()
  private var seats: [Seat]
  private let most: Int
  private let make: () throws(GraphError) -> Reader

  /// Begins with one reader, and makes others of its kind.
  init(
    _ first: Reader, atMost most: Int, _ make: @escaping () throws(GraphError) -> Reader
  ) {
    self.most = most
    self.make = make
    seats = [Seat(reader: first)]
  }

  /// Asks a reader that is free, a new one, or the first as soon as it is free.
  func read<Outcome>(
    _ body: (Reader) throws(GraphError) -> Outcome
  ) throws(GraphError) -> Outcome {
    let seat = try freeSeat()
    defer { seat.lock.unlock() }
    if seat.isOutdated.value.exchange(false, ordering: .acquiring) { seat.reader.end() }
    return try body(seat.reader)
  }

  /// Lets go of the state of the file that was read; readers that are busy do so before their next answer.
  func end() {
    for seat in allSeats {
      seat.isOutdated.value.store(true, ordering: .releasing)
      guard seat.lock.try() else { continue }
      if seat.isOutdated.value.exchange(false, ordering: .acquiring) { seat.reader.end() }
      seat.lock.unlock()
    }
  }

  /// Visits each of them, as soon as it is free.
  func forEach(_ body: (Reader) -> Void) {
    for seat in allSeats { seat.lock.withLock { body(seat.reader) } }
  }

  private var allSeats: [Seat] { seatsLock.withLock { seats } }

  /// A reader, locked.
  private func freeSeat() throws(GraphError) -> Seat {
    let known = allSeats
    if let free = known.first(where: { $0.lock.try() }) { return free }
    guard known.count < most else {
      known[0].lock.lock()
      return known[0]
    }
    let fresh = Seat(reader: try make())
    fresh.lock.lock()
    seatsLock.withLock { seats.append(fresh) }
    return fresh
  }
}
