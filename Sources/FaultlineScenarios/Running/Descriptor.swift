// Open files that close themselves: pipes to a child and files without a name.

import FaultlineSystem

/// A system call that was refused, in words.
struct SystemRefusal: Error {
  let sentence: String

  /// The shell allows a process too few open files.
  static var tooFewDescriptors: SystemRefusal {
    SystemRefusal(
      sentence: "cannot open another file: too few are allowed; allow more with 'ulimit -n 256'")
  }

  private init(sentence: String) { self.sentence = sentence }

  /// Reads `errno`, so it is made directly after the call.
  init(cannot action: String, number: Int32 = errno) {
    self =
      number == EMFILE
      ? .tooFewDescriptors
      : SystemRefusal(
        sentence: "cannot \(action): \(String(cString: strerror(number)))")
  }
}

extension ChildProcess {
  /// Throws where the shell allows too few open files for so many trials at once.
  ///
  /// It is called before anything runs: later each trial would fail by itself.
  package static func checkDescriptors(forJobs jobs: Int = 1) throws(Diagnostic) {
    // Below lies what a child is given; above, a few for each child and some for files of the program.
    let wanted = Int(Descriptor.lowest) + 8 + 8 * jobs
    var limit = rlimit()
    guard getrlimit(Linux.limitOfFiles, &limit) == 0, limit.rlim_cur < wanted else { return }
    throw Diagnostic(
      "only \(limit.rlim_cur) files may be open at once, and \(wanted) are needed",
      notes: ["allow more with 'ulimit -n \(max(256, wanted))'"])
  }
}

/// Repeats a system call for as long as signals interrupt it.
func uninterrupted<Answer: SignedInteger>(_ call: () -> Answer) -> Answer {
  while true {
    let answer = call()
    if answer != -1 || errno != EINTR { return answer }
  }
}

/// An open file with one owner; it is closed when the owner lets go.
struct Descriptor: ~Copyable {
  /// Above the numbers that a child is given, so that putting one in its place never overwrites another.
  fileprivate static let lowest: Int32 = 32

  let number: Int32

  init(taking number: Int32) {
    self.number = number
  }

  deinit {
    // Not repeated after EINTR: on Linux the number is free by then, perhaps another thread's.
    close(number)
  }

  /// The same file at a high number that no other program inherits.
  consuming func raised() throws(SystemRefusal) -> Descriptor {
    let high = fcntl(number, F_DUPFD_CLOEXEC, Self.lowest)
    guard high >= 0 else {
      // The number to begin with is beyond the limit of open files.
      if errno == EINVAL || errno == EMFILE { throw SystemRefusal.tooFewDescriptors }
      throw SystemRefusal(cannot: "open another file")
    }
    return Descriptor(taking: high)
  }

  func setNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  func write(_ text: String) throws(SystemRefusal) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        return uninterrupted { writeSome(number, rest.baseAddress, rest.count) }
      }
      guard count > 0 else { throw SystemRefusal(cannot: "write to a temporary file") }
      written += count
    }
  }

  /// A file that has no name, so that nothing is left of it when its last holder goes.
  static func nameless() throws(SystemRefusal) -> Descriptor {
    // In memory where the system has it: a page shared through a disk would be written back again
    // and again during a measurement.
    let name = "/faultline-\(getpid())-\(UInt64.random(in: .min ... .max))"
    let shared = shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0o600)
    if shared >= 0 {
      shm_unlink(name)
      return try Descriptor(taking: shared).raised()
    }
    let folder = TemporaryFolder.place
    var path = Array("\(folder)/faultline-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw SystemRefusal(cannot: "make a temporary file in \(folder)") }
    unlink(path)
    return try Descriptor(taking: file).raised()
  }
}

/// A pipe from a child, whose two ends are closed one by one.
struct OutputPipe: ~Copyable {
  var readEnd: Descriptor?
  var writeEnd: Descriptor?

  init() throws(SystemRefusal) {
    var numbers: [Int32] = [-1, -1]
    guard pipe(&numbers) == 0 else { throw SystemRefusal(cannot: "open a pipe") }
    let read = Descriptor(taking: numbers[0])
    let write = Descriptor(taking: numbers[1])
    readEnd = try read.raised()
    writeEnd = try write.raised()
  }
}

/// Reads what there is, up to a count of bytes.
package func readSome(_ file: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, room, count)
}

/// Writes as much as the file takes now.
package func writeSome(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
