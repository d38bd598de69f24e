// What the command line asks for.

/// The options of one run.
struct Wishes {
  private(set) var count = 100_000
  private(set) var departments = 100
  private(set) var rounds = 5
  private(set) var inMemory = true
  private(set) var onDisk = true
  private(set) var diskWorkloads = DiskWorkload.allCases
  /// What alone is wanted, beside the workloads on SQLite.
  enum Part: String {
    /// W8, which has no part on disk.
    case undoing = "W8"
    case contexts, predicates, threads
  }

  private(set) var only: Part?
  private(set) var trial: (side: DiskSideKind, path: String)?
  /// One workload that callgrind counts in this process.
  private(set) var counted: (workload: CountedWorkload, side: DiskSideKind, path: String)?
  /// Whether instructions are wanted instead of times, and with what they are counted.
  private(set) var instructionsWith: String?
  /// The file with the instructions that were counted before.
  private(set) var kept: String?
  private(set) var writesKept = false
  /// Where the page of all figures goes.
  private(set) var page: String?
  /// Whether this process is the one of W8.
  private(set) var undoesAlone = false
  /// Threads on files of a folder, in this process.
  private(set) var threaded: (work: ThreadedWork, side: DiskSideKind, threads: Int, folder: String)?
  private(set) var showsHelp = false

  static let help = """
    Times the engine: on a store in memory beside plain Swift that does the same, and on a SQLite
    store beside SQLite by hand.

    usage: FaultlineBenchmarks [options]

      --count <n>        employees (100000)
      --departments <n>  departments (100)
      --rounds <n>       rounds, each of which runs everything once; five at least (5)
      --store <kind>     memory, sqlite, or both (both)
      --only <workload>  one workload on SQLite, such as W2; W8 in memory; contexts; predicates;
                         or threads
      --page <file>      measure everything, and write a page of it; with --against <file> it has the
                         instructions of that file beside the times
      --instructions <with>  count instructions with callgrind instead; <with> names the compiler
                         and the libraries, under which alone counts can be compared
      --against <file>   hold them against those in a file; more than 5 % more ends with 2
      --write <file>     write them into a file
      --help             this text
    """

  /// What a command line has that it should not have.
  struct Refusal: Error {
    let sentence: String
  }

  init(_ arguments: some Sequence<String>) throws(Refusal) {
    var rest = Array(arguments).makeIterator()
    while let option = rest.next() {
      switch option {
      case "--help", "-h": showsHelp = true
      case "--count": count = try Self.number(after: option, in: &rest, 10...10_000_000)
      case "--departments": departments = try Self.number(after: option, in: &rest, 1...10_000)
      case "--rounds": rounds = try Self.number(after: option, in: &rest, 5...1_000)
      case "--store": try choose(rest.next())
      case "--only": try narrow(rest.next())
      case "--instructions": instructionsWith = try Self.text(after: option, in: &rest)
      case "--against": kept = try Self.text(after: option, in: &rest)
      case "--write": (kept, writesKept) = (try Self.text(after: option, in: &rest), true)
      case "--page": page = try Self.text(after: option, in: &rest)
      case "--undoing":
        // Not in the help: what the page of figures runs for W8.
        undoesAlone = true
      case "--threaded":
        // Not in the help either: what a point of a curve runs.
        let name = try Self.text(after: option, in: &rest)
        guard let work = ThreadedWork.allCases.first(where: { $0.short == name }),
          let side = rest.next().flatMap(DiskSideKind.init(rawValue:)),
          let threads = rest.next().flatMap({ Int($0) }), threads > 0, let folder = rest.next()
        else { throw Refusal(sentence: "--threaded takes a work, a side, a number and a folder.") }
        threaded = (work, side, threads, folder)
      case "--counted":
        // Not in the help either: what callgrind runs.
        let name = try Self.text(after: option, in: &rest)
        guard let workload = CountedWorkload.all.first(where: { $0.short == name }),
          let side = rest.next().flatMap(DiskSideKind.init(rawValue:)), let path = rest.next()
        else { throw Refusal(sentence: "--counted takes a workload, a side and a file.") }
        counted = (workload, side, path)
      case "--trial":
        // Not in the help: a run starts itself so, once for each time that it takes.
        try narrow(rest.next())
        guard let side = rest.next().flatMap(DiskSideKind.init(rawValue:)), let path = rest.next()
        else { throw Refusal(sentence: "--trial takes a workload, a side and a file.") }
        trial = (side, path)
      default: throw Refusal(sentence: "There is no option '\(option)'.")
      }
    }
  }

  private mutating func choose(_ kind: String?) throws(Refusal) {
    guard let kind, ["memory", "sqlite", "both"].contains(kind) else {
      throw Refusal(sentence: "--store takes memory, sqlite or both.")
    }
    (inMemory, onDisk) = (kind != "sqlite", kind != "memory")
  }

  private mutating func narrow(_ name: String?) throws(Refusal) {
    only = name.flatMap(Part.init)
    if only != nil { return }
    diskWorkloads = DiskWorkload.allCases.filter { workload in
      name.map { workload.short == $0 } ?? false
    }
    guard !diskWorkloads.isEmpty else {
      throw Refusal(
        sentence:
          "--only takes a workload: W1a, W1b, W2, W3, W4, W5, W6, W7, W8, contexts, predicates or threads."
      )
    }
    (inMemory, onDisk) = (false, true)
  }

  private static func text(
    after option: String, in rest: inout IndexingIterator<[String]>
  ) throws(Refusal) -> String {
    guard let word = rest.next() else { throw Refusal(sentence: "\(option) needs a value.") }
    return word
  }

  private static func number(
    after option: String, in rest: inout IndexingIterator<[String]>, _ range: ClosedRange<Int>
  ) throws(Refusal) -> Int {
    guard let word = rest.next(), let number = Int(word), range.contains(number) else {
      throw Refusal(
        sentence: "\(option) takes a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
