// What several threads do on files at once, each with a context, or a connection, of its own.

/// One kind of work that is spread over threads.
enum ThreadedWork: String, CaseIterable {
  case readers = "reads of one file, beside a writer"
  case writers = "saves into one file"
  case apart = "saves, a file each"

  /// The name by which a trial is started.
  var short: String { "\(self)" }

  /// How many threads there are, curve point by curve point.
  static let threads = [1, 2, 4, 8]
  /// How often each reader reads everything.
  static let passes = 2
  /// How many objects are saved at once.
  static let batch = 1_000
  /// How many the writer beside the readers saves at once, and how many milliseconds it waits then.
  static let disturbance = (count: 100, pause: 5)

  /// How many objects are read or saved by all threads together.
  func objects(_ staff: Staff, threads: Int) -> Int {
    self == .readers ? staff.count * Self.passes * threads : staff.count / threads * threads
  }

  /// How many files there are.
  func files(threads: Int) -> Int { self == .apart ? threads : 1 }
}

/// One side with files, opened by the thread that begins.
protocol ThreadedSide: Sendable {
  /// The work of one thread, which it prepares outside of the clock.
  associatedtype Share: ThreadedShare

  /// The share of a thread: so many employees, from one on.
  func share(_ range: Range<Int>, ofFile file: Int) throws -> Share
}

/// What one thread does, made and used by that thread alone.
protocol ThreadedShare: AnyObject {
  /// Reads the employees of the share, so that they can be changed.
  func prepare() throws
  /// Reads everybody, and adds up the salaries; nothing is kept.
  func readAll() throws -> Double
  /// Raises the salaries of the share, and saves after each batch.
  func raise(batch: Int) throws
  /// Moves the day on which those of the share were hired, and saves: nothing that a reader adds up.
  func disturb() throws
}
