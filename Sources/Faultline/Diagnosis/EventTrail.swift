// The engine's last events, in memory that outlives its process.

import Synchronization

/// A ring of the last things that the engine began, written where another process can read it after a crash.
///
/// An event is a few words in a place of fixed size: nothing is allocated, no clock is read and no function is
/// called. What repeats itself is counted in its place, so that a thousand faults do not hide the fetch before
/// them, and what another event was made of goes when that one ends: only what is unfinished shows its parts.
///
/// Threads that work at once take a place each, without waiting for each other. In rare moments one of them takes
/// back what another has just written: then an event is missing, or is reported as finished though it is not.
package struct EventTrail {
  /// How many events are reported.
  package static let mostReported = 8
  /// How many bytes the ring takes, from an address that is a multiple of 64.
  package static let size = (length + 1) * MemoryLayout<Place>.stride
  /// How many places there are: the parts of a save must not drive out what was before it.
  private static let length = 32

  /// The first bytes of what an event was about, the others being zero.
  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64)

  /// One event.
  private struct Place {
    /// Which event it is, counted from 1; 0 in an empty place.
    var serial = 0
    /// How many objects it was about in all; -1 where that is not counted.
    var count = -1
    var times: UInt32 = 0
    var kind: UInt8 = 0
    var isRunning = false
    /// Whether it was known at the beginning how many objects it is about.
    var isCounted = false
    /// The text that the subject was copied from, as it lies in memory: what is the same there is the same text,
    /// as long as the text lasts.
    var text: (UInt64, UInt64) = (0, 0)
    var subject: Words = (0, 0, 0, 0, 0)

    mutating func count(_ more: Int) {
      if more >= 0 { count = max(0, count) &+ more }
    }
  }

  /// An event as it is read.
  package struct Entry: Equatable, Sendable {
    package let kind: EventHook.Kind
    /// What it was done to; a long one without its end.
    package let subject: String
    /// How many objects it was about, in all the times that it happened.
    package let count: Int?
    /// How often it happened without anything else in between.
    package let times: Int
    /// Whether it had not ended.
    package let isRunning: Bool
  }

  /// How many events were begun in all, so that the next one finds its place.
  private let begun: UnsafeMutablePointer<Atomic<Int>>
  private let places: UnsafeMutablePointer<Place>

  /// A ring in memory that is zero, or that was one before.
  package init(at address: UnsafeMutableRawPointer) {
    begun = address.bindMemory(to: Atomic<Int>.self, capacity: 1)
    places = (address + MemoryLayout<Place>.stride).bindMemory(
      to: Place.self, capacity: Self.length)
  }

  /// Writes that something begins; the number identifies it when it ends.
  @inline(never) func begin(
    _ kind: EventHook.Kind, _ subject: String, _ member: String, _ count: Int
  ) -> Int {
    let text = unsafeBitCast(subject, to: (UInt64, UInt64).self)
    let last = begun.pointee.load(ordering: .relaxed)
    let latest = places + (last &- 1) & (Self.length - 1)
    var words: Words = (0, 0, 0, 0, 0)
    var isRepeated = latest.pointee.kind == kind.rawValue && !latest.pointee.isRunning && last > 0
    // Most events repeat the one before, and then no text is even looked at; but where a text is gone there may be
    // another by now.
    if !isRepeated || !member.isEmpty || latest.pointee.text.0 != text.0
      || latest.pointee.text.1 != text.1 || !Self.lasts(text)
    {
      words = Self.words(subject, member)
      isRepeated = isRepeated && Self.isSame(latest.pointee.subject, words)
    }
    if isRepeated {
      latest.pointee.times &+= 1
      latest.pointee.isRunning = true
      latest.pointee.isCounted = count >= 0
      latest.pointee.count(count)
      return last
    }
    let serial = begun.pointee.add(1, ordering: .relaxed).newValue
    places[(serial - 1) & (Self.length - 1)] = Place(
      serial: serial, count: count, times: 1, kind: kind.rawValue, isRunning: true,
      isCounted: count >= 0, text: text, subject: words)
    return serial
  }

  /// Writes that something has ended, unless it is no longer among the last.
  @inline(never) func end(_ serial: Int, _ count: Int) {
    let place = places + (serial - 1) & (Self.length - 1)
    guard place.pointee.serial == serial else { return }
    place.pointee.isRunning = false
    if !place.pointee.isCounted { place.pointee.count(count) }
    let last = begun.pointee.load(ordering: .relaxed)
    var part = serial
    while part < last {
      if places[part & (Self.length - 1)].isRunning { return }
      part += 1
    }
    if last > serial { begun.pointee.store(serial, ordering: .relaxed) }
  }

  /// Whether the storage of a text can never be freed.
  ///
  /// A short one lies in its own two words, and a literal in the program: both have the highest bit, by which the
  /// library knows that there is nothing to count.
  private static func lasts(_ text: (UInt64, UInt64)) -> Bool { text.1 >> 63 != 0 }

  // The library's own == on tuples is generic.
  private static func isSame(_ one: Words, _ other: Words) -> Bool {
    one.0 == other.0 && one.1 == other.1 && one.2 == other.2 && one.3 == other.3
      && one.4 == other.4
  }

  /// The first bytes of an event's subject.
  ///
  /// Plain pointers and no closure that catches a variable: also in a debug build nothing of it may be allocated.
  private static func words(_ subject: String, _ member: String) -> Words {
    var words: Words = (0, 0, 0, 0, 0)
    withUnsafeMutablePointer(to: &words) { pointer in
      let room = UnsafeMutableRawPointer(pointer)
      var used = copy(subject, to: room, at: 0)
      guard !member.isEmpty, used < MemoryLayout<Words>.size else { return }
      room.storeBytes(of: UInt8(ascii: "."), toByteOffset: used, as: UInt8.self)
      used += 1
      _ = copy(member, to: room, at: used)
    }
    return words
  }

  /// Copies what there is room for, and says where the next one may stand.
  private static func copy(
    _ text: String, to room: UnsafeMutableRawPointer, at start: Int
  ) -> Int {
    // A text without characters in a row is not worth one: the engine's own all have them.
    text.utf8.withContiguousStorageIfAvailable { bytes in
      let count = min(bytes.count, MemoryLayout<Words>.size - start)
      if let first = bytes.baseAddress { (room + start).copyMemory(from: first, byteCount: count) }
      return start + count
    } ?? start
  }

  /// The last events in the order in which they began; also those of a process that has ended.
  package var entries: ArraySlice<Entry> {
    let last = begun.pointee.load(ordering: .relaxed)
    let entries = (max(0, last - Self.length)..<max(0, last)).compactMap { number -> Entry? in
      let place = places[number & (Self.length - 1)]
      // A place that was taken again by parts that are gone by now has another number.
      guard place.serial == number + 1, let kind = EventHook.Kind(rawValue: place.kind) else {
        return nil
      }
      let subject = withUnsafeBytes(of: place.subject) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return Entry(
        kind: kind, subject: subject, count: place.count < 0 ? nil : place.count,
        times: Int(place.times), isRunning: place.isRunning)
    }
    return entries.suffix(Self.mostReported)
  }
}
