// A program run apart from us: what it reads, what it may use, and how it ended.

import CFaultline
package import FaultlineMeasures
import FaultlineSystem

/// A program to run in a process of its own, with a limit on its time and its memory.
///
/// It is run from synchronous code and reaped before `run` returns. It leads a process group; whatever is
/// left of the group is killed when it ends. The thread that calls `run` stays until then, as
/// `dieWithParent` needs.
package struct ChildProcess: Sendable {
  /// How a child came to its end.
  package enum Ending: Sendable, Equatable {
    /// It ended by itself with this status.
    case exited(Int)
    /// A signal that was not ours ended it.
    case signalled(Int)
    /// It was still running when its time was up, and was killed.
    case timedOut(after: Duration)
    /// It held more resident memory than allowed, and was killed.
    case overMemory(limit: Int, reached: Int)
    /// The caller asked for its end, and it was killed.
    case cancelled
    /// It never ran, for the reason given.
    case couldNotStart(reason: String)
  }

  /// What is left of a child: its end and its last words.
  package struct Report: Sendable, Equatable {
    /// How it ended.
    package let ending: Ending
    /// The last lines of its standard error, at most `ChildProcess.keptErrorLines`.
    package let lastErrorLines: [String]

    /// Makes a report by hand, as tests do.
    package init(ending: Ending, lastErrorLines: [String] = []) {
      self.ending = ending
      self.lastErrorLines = lastErrorLines
    }
  }

  /// What the caller wants of a child that is still running.
  package enum Continuation: Sendable {
    case proceed
    case stop
  }

  /// How many lines of standard error are kept.
  package static let keptErrorLines = 20

  /// The longest line of standard output that arrives whole, in bytes.
  package static let longestLine = 64 << 20

  /// The program's file.
  package var executable: String
  /// The words after the program's name.
  package var arguments: [String]
  /// What it reads on standard input.
  package var input: String
  /// Settings of its environment besides those that every child has: `NAME=value`.
  package var environment: [String] = []
  /// How long it may run; nil for as long as it likes.
  package var timeout: Duration?
  /// How many bytes of resident memory it may hold; nil for as many as there are.
  package var memoryLimit: Int?

  /// Describes a child; nothing runs yet.
  package init(
    executable: String = ChildProcess.ownExecutable, arguments: [String], input: String = "",
    timeout: Duration? = nil, memoryLimit: Int? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.input = input
    self.timeout = timeout
    self.memoryLimit = memoryLimit
  }

  /// Runs the child to its end and passes on each line of its standard output as it comes.
  ///
  /// `onTick` is asked about twenty times a second: a place to look at the board, and to stop the child.
  /// The board, if there is one, is the child's descriptor `ProgressBoard.inheritedDescriptor`.
  package func run(
    board: ProgressBoard? = nil, onLine: (OutputLine) -> Void = { _ in },
    onTick: () -> Continuation = { .proceed }
  ) -> Report {
    do throws(SystemRefusal) {
      var child = try RunningChild(self, board: board)
      return child.watch(onTick: onTick, onLine: onLine)
    } catch {
      return Report(ending: .couldNotStart(reason: error.sentence))
    }
  }

  /// The file of the program that runs now.
  package static var ownExecutable: String {
    let link = Linux.ownExecutable
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &path, path.count)
    guard count > 0 else { return link }
    let resolved = String(decoding: path.prefix(count), as: UTF8.self)
    // A program that was built anew while it runs has no file any more, but its link still works.
    return access(resolved, X_OK) == 0 ? resolved : link
  }

  /// Ties this process to the thread that started it: the kernel ends it when that one goes.
  ///
  /// A child calls it first, with its parent's number: a parent that went before the call would never be
  /// missed, and then the child ends here.
  package static func dieWithParent(_ parent: Int? = nil) {
    _ = faultline_die_with_parent()
    if let parent, getppid() != pid_t(truncatingIfNeeded: parent) { exit(1) }
  }
}

/// The environment of every child, the same on every machine except for where things lie.
enum ChildEnvironment {
  /// Where to find programs, libraries and a place to write.
  ///
  /// Anything else, an allocator's options above all, could change what is counted.
  static let kept = ["PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR"]

  /// One clock, one language, one order of hashes, and no backtrace that takes seconds when a trial dies.
  static let fixed = [
    "TZ=UTC", "LC_ALL=C", "SWIFT_DETERMINISTIC_HASHING=1", "SWIFT_BACKTRACE=enable=no",
  ]

  static func words() -> [String] {
    kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } } + fixed
  }
}

/// Starts a program whose descriptors are 0, 1, 2 … in the order given, and no others.
func spawn(
  _ executable: String, _ arguments: [String], environment: [String] = [], descriptors: [Int32]
) throws(SystemRefusal) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (place, descriptor) in descriptors.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
  }
  // Ours close by themselves; those of other code may not. Numbers that are not open
  // do no harm, and some to spare cover what another thread opens in the meantime.
  let highest = highestOpenDescriptor() + 32
  for number in Int32(descriptors.count)...max(highest, Int32(descriptors.count)) {
    posix_spawn_file_actions_addclose(&actions, number)
  }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // Whatever we ignore or block, a child starts like a program from a shell.
  var every = sigset_t()
  var none = sigset_t()
  sigfillset(&every)
  sigemptyset(&none)
  posix_spawnattr_setsigdefault(&attributes, &every)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

  var pid: pid_t = -1
  let refusal = withCStrings([executable] + arguments) { words in
    withCStrings(ChildEnvironment.words() + environment) { environment in
      posix_spawn(&pid, executable, &actions, &attributes, words, environment)
    }
  }
  guard refusal == 0 else { throw SystemRefusal(cannot: "start \(executable)", number: refusal) }
  return pid
}

private func highestOpenDescriptor() -> Int32 {
  guard let folder = opendir(Linux.ownDescriptors) else { return 1024 }
  defer { closedir(folder) }
  var highest: Int32 = 0
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    highest = max(highest, Int32(name) ?? 0)
  }
  // A program may hold a descriptor with a very high number on purpose; we do not count up to it.
  return min(highest, 1 << 16)
}

private func withCStrings<Answer>(
  _ words: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Answer
) -> Answer {
  let copies = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: words.count + 1)
  for (place, word) in words.enumerated() { (copies + place).initialize(to: strdup(word)) }
  (copies + words.count).initialize(to: nil)
  defer {
    for place in words.indices { free(copies[place]) }
    copies.deallocate()
  }
  return body(copies)
}
