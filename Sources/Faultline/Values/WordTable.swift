// From a number to a word, without hashing: the table beneath large sets and censuses.

/// An open-addressing table from keys to words that are not zero, sixteen bytes an entry.
package struct WordTable: ~Copyable {
  private struct Entry: OpenTableEntry {
    var key: Int64
    /// Zero in an entry that is free.
    var word: UInt

    static var free: Self { Self(key: 0, word: 0) }
    @inline(__always) var isFree: Bool { word == 0 }
    @inline(__always) var knownDistance: Int? { nil }
    @inline(__always) func key(_ source: Void) -> Int64 { key }
    @inline(__always) func standing(at distance: Int) -> Self { self }
    func prefetch() {}

    @inline(__always) func stands(for key: Int64, at distance: Int, _ source: Void) -> Bool {
      self.key == key
    }
  }

  private var table = OpenTable<Entry>()

  package init() {}

  package var count: Int { table.count }

  /// The bytes that the table takes.
  package var byteCount: Int { table.byteCount }

  /// The word for a key; zero if there is none.
  package subscript(key: Int64) -> UInt { table.entry(key, ())?.word ?? 0 }

  /// Sets the word for a key, in place of any other; returns that one, or zero.
  @discardableResult package mutating func insert(_ word: UInt, for key: Int64) -> UInt {
    table.insert(Entry(key: key, word: word), for: key, ())?.word ?? 0
  }

  /// Makes room for as many keys more, so that the table grows once.
  package mutating func reserve(_ more: Int) { table.reserve(more, ()) }

  /// Removes a key if it stands for this word.
  package mutating func remove(_ word: UInt, for key: Int64) {
    table.remove(key, ()) { $0.key == key && $0.word == word }
  }

  /// Where the entries lie.
  var memory: Address { table.memory }

  /// How far from its start the worst placed key stands: what the longest search costs.
  package var longestDistance: Int { table.longestDistance(()) }
}
