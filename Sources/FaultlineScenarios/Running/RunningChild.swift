// A child while it runs: its pipes, its clock, its memory, and the wait for its end.

import FaultlineMeasures
import FaultlineSystem

/// One started child; `watch` runs it to its end and reaps it.
struct RunningChild: ~Copyable {
  private let orders: ChildProcess
  private let pid: pid_t
  private let start = ContinuousClock.now
  private var output: ChildStream
  private var errors: ChildStream
  private let memory: ResidentMemory?
  private var lastErrorLines: [String] = []

  init(_ orders: ChildProcess, board: ProgressBoard?) throws(SystemRefusal) {
    // A file and not a pipe: the child reads at its own pace, and neither side waits for the other.
    let input = try Descriptor.nameless()
    try input.write(orders.input)
    lseek(input.number, 0, SEEK_SET)

    var outputPipe = try OutputPipe()
    var errorPipe = try OutputPipe()
    guard let output = outputPipe.readEnd.take(), let errors = errorPipe.readEnd.take(),
      let childOutput = outputPipe.writeEnd.take(), let childErrors = errorPipe.writeEnd.take()
    else { throw SystemRefusal(cannot: "open a pipe", number: EBADF) }

    var descriptors = [input.number, childOutput.number, childErrors.number]
    if let board { descriptors.append(board.descriptor.number) }
    pid = try spawn(
      orders.executable, orders.arguments, environment: orders.environment,
      descriptors: descriptors)
    self.orders = orders
    self.output = ChildStream(output, lineLimit: ChildProcess.longestLine)
    self.errors = ChildStream(errors, lineLimit: 64 << 10)
    memory = orders.memoryLimit == nil ? nil : ResidentMemory(of: pid)
  }

  mutating func watch(
    onTick: () -> ChildProcess.Continuation, onLine: (OutputLine) -> Void
  ) -> ChildProcess.Report {
    var killedFor: ChildProcess.Ending?
    var lastTick = start
    while !hasEnded() {
      if killedFor == nil {
        killedFor = reasonToKill()
        let now = ContinuousClock.now
        if killedFor == nil, lastTick.duration(to: now) >= .milliseconds(50) {
          lastTick = now
          if onTick() == .stop { killedFor = .cancelled }
        }
        if killedFor != nil { killGroup() }
      }
      waitForOutput()
      read(onLine)
    }
    // Not reaped yet, so the number still belongs to this group and to no other.
    killGroup()
    // What the child wrote is in the pipes by now. What strangers write after its end is not waited for.
    read(onLine)
    output.finish(onLine)
    errors.finish { line in
      if !Self.isOfStackTrace(line.text) { lastErrorLines.append(line.text) }
    }
    let natural = reap()
    return ChildProcess.Report(
      ending: natural == .signalled(Int(SIGKILL)) ? killedFor ?? natural : natural,
      lastErrorLines: lastErrorLines.suffix(ChildProcess.keptErrorLines))
  }

  private func reasonToKill() -> ChildProcess.Ending? {
    if let timeout = orders.timeout, start.duration(to: .now) >= timeout {
      return .timedOut(after: timeout)
    }
    if let limit = orders.memoryLimit, let reached = memory?.bytes(), reached > limit {
      return .overMemory(limit: limit, reached: reached)
    }
    return nil
  }

  private func killGroup() {
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
  }

  /// Waits for a few milliseconds at most: the clock and the memory want to be looked at.
  private func waitForOutput() {
    let wanted = Int16(POLLIN)
    var files = [
      pollfd(fd: output.number, events: wanted, revents: 0),
      pollfd(fd: errors.number, events: wanted, revents: 0),
    ]
    let bothClosed = output.number < 0 && errors.number < 0
    poll(&files, nfds_t(files.count), bothClosed ? 1 : 4)
  }

  /// Whether the Swift runtime wrote a line to say where a process stood when it died.
  ///
  /// Its addresses differ from run to run, and there are so many that the sentence above them is lost.
  private static func isOfStackTrace(_ line: String) -> Bool {
    if line == "Current stack trace:" { return true }
    let words = line.split(separator: " ", maxSplits: 3)
    return words.count > 2 && words[0].allSatisfy(\.isNumber) && words[2].hasPrefix("0x")
  }

  private mutating func read(_ onLine: (OutputLine) -> Void) {
    output.read(onLine)
    errors.read { line in
      guard !Self.isOfStackTrace(line.text) else { return }
      lastErrorLines.append(line.text)
      if lastErrorLines.count > ChildProcess.keptErrorLines { lastErrorLines.removeFirst() }
    }
  }

  /// Whether the child is over; it stays a zombie, so that its number is not given to another process.
  private func hasEnded() -> Bool {
    var news = siginfo_t()
    let answer = uninterrupted {
      waitid(P_PID, id_t(pid), &news, WEXITED | WNOHANG | WNOWAIT)
    }
    return answer != 0 || news.si_signo == SIGCHLD
  }

  private func reap() -> ChildProcess.Ending {
    var status: Int32 = 0
    guard uninterrupted({ waitpid(pid, &status, 0) }) == pid else {
      return .couldNotStart(reason: SystemRefusal(cannot: "learn how a child ended").sentence)
    }
    // The layout of a status: seven bits of signal, one for a core dump, then the exit status.
    let signal = Int(status & 0x7F)
    return signal == 0 ? .exited(Int(status >> 8) & 0xFF) : .signalled(signal)
  }
}

/// The reading end of one of a child's outputs.
private struct ChildStream: ~Copyable {
  private var descriptor: Descriptor?
  private var splitter: LineSplitter

  init(_ descriptor: consuming Descriptor, lineLimit: Int) {
    descriptor.setNonBlocking()
    self.descriptor = consume descriptor
    splitter = LineSplitter(limit: lineLimit)
  }

  /// The open file's number, or -1, which `poll` passes over.
  var number: Int32 {
    switch descriptor {
    case .some(let open): open.number
    case .none: -1
    }
  }

  /// Takes what is there, up to what the largest pipe holds, so that a flood cannot keep us from the clock.
  mutating func read(_ onLine: (OutputLine) -> Void) {
    let file = number
    guard file >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      var taken = 0
      while taken <= 1 << 20 {
        let count = uninterrupted { readSome(file, buffer.baseAddress, buffer.count) }
        if count < 0, errno == EAGAIN { return }
        if count <= 0 {
          descriptor = nil
          return
        }
        taken += count
        splitter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), onLine: onLine)
      }
    }
  }

  mutating func finish(_ onLine: (OutputLine) -> Void) {
    splitter.finish(onLine: onLine)
  }
}
