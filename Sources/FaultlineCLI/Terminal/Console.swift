// The two outlets of the process: how wide, in colour or not, and whether anyone is looking.

import FaultlineExperiments
import FaultlineMeasures
import FaultlinePages
import FaultlineReports
import FaultlineScenarios
import FaultlineSystem

/// When to colour.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Where text goes: standard output for what was asked for, standard error for all else.
struct Console: Sendable {
  /// One of the two outlets.
  struct Outlet: Sendable {
    let number: Int32
    let isTerminal: Bool

    init(_ number: Int32, isTerminal: Bool? = nil) {
      self.number = number
      self.isTerminal = isTerminal ?? (isatty(number) == 1)
    }
  }

  /// What the environment says about terminals.
  struct Surroundings: Sendable {
    var columns: String?
    var noColor: String?
    var term: String?
    var ci: String?
    /// What decides how letters are written; nil where nothing is said.
    var locale: String?

    static var current: Surroundings {
      func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
      return Surroundings(
        columns: value("COLUMNS"), noColor: value("NO_COLOR"), term: value("TERM"),
        ci: value("CI"),
        locale: ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(value).first { !$0.isEmpty })
    }
  }

  /// Standard output could not be written, so the result is lost.
  struct LostOutput: ReportedError {
    let printed: String
    let status = ExitStatus.internalError
    var sentence: String { printed }
  }

  let output: Outlet
  let errors: Outlet
  /// How many characters a line may have.
  let width: Int
  /// Whether a machine that builds things is looking, and no person.
  let isCI: Bool
  private let surroundings: Surroundings
  private let choice: ColorChoice
  /// What is said while nothing else is.
  private var activity: Activity?

  init(
    output: Outlet = Outlet(1), errors: Outlet = Outlet(2),
    surroundings: Surroundings = .current, color choice: ColorChoice = .auto
  ) {
    self.output = output
    self.errors = errors
    self.surroundings = surroundings
    self.choice = choice
    isCI = !["", "0", "false"].contains(surroundings.ci ?? "")
    // Narrower than twenty is a terminal that does not know itself.
    let said = surroundings.columns.flatMap { Int($0) } ?? 0
    let found = [output, errors].lazy.filter(\.isTerminal).map(Self.columns)
    width = ([said] + found).first { $0 >= 20 } ?? 80
  }

  /// The same console, coloured as the user wishes.
  func coloring(_ choice: ColorChoice) -> Console {
    var console = Console(
      output: output, errors: errors, surroundings: surroundings, color: choice)
    console.activity = activity
    return console
  }

  /// The same console, with a word after two seconds in which nothing is shown; only where a person looks.
  func waiting(for what: String) -> Console {
    guard errors.isTerminal, !isCI, activity == nil else { return self }
    var console = self
    let activity = Activity(what)
    console.activity = activity
    activity.begin(width: width) { [self] line in _ = writePlainly(line, to: errors) }
    return console
  }

  /// Says what is being done, in case that it takes long.
  func note(_ what: @autoclosure () -> String) { activity?.note(what()) }

  /// Says nothing more by itself: the command is over, or the screen is another's.
  func endWaiting() { activity?.end(erasing: erase) }

  private func erase() { _ = writePlainly("\r\u{1B}[K", to: errors) }

  /// Whether text for this outlet is coloured.
  func usesColor(on outlet: Outlet) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      outlet.isTerminal && !isCI && surroundings.term != "dumb"
        && (surroundings.noColor ?? "").isEmpty
    }
  }

  /// Whether text for this outlet has to do with ASCII: a terminal that says that it knows no more.
  func usesASCII(on outlet: Outlet) -> Bool {
    guard outlet.isTerminal, let locale = surroundings.locale?.lowercased() else { return false }
    return !locale.contains("utf-8") && !locale.contains("utf8")
  }

  /// Prints text for people, with a line end; nothing in it can steer the terminal.
  func print(_ text: String) throws(LostOutput) {
    try print(page: HarmlessText.page(text) + "\n")
  }

  /// Prints a page as it stands, such as a document for programs or a colored report, whose texts are harmless already;
  /// one without a line end gets it.
  func print(page: String) throws(LostOutput) {
    let endsLine = page.utf8.last == UInt8(ascii: "\n")
    let problem = write(endsLine ? page : page + "\n", to: output)
    if let problem { throw LostOutput(printed: "faultline: Cannot write the output: \(problem).") }
  }

  /// Prints what a command has to say.
  func print(_ page: Page, as format: PageFormat = .terminal) throws(LostOutput) {
    switch format {
    case .terminal:
      try print(
        page: page.text(width: width, color: usesColor(on: output), ascii: usesASCII(on: output)))
    case .markdown: try print(page: page.markdown)
    case .html: try print(page: page.html)
    }
  }

  /// Says on standard error what is wrong, with a line end; nothing in it can steer the terminal.
  func writeError(_ text: String) {
    writeStatus(HarmlessText.page(text) + "\n")
  }

  /// Writes to standard error as it stands; where that cannot be written, nothing more can be done.
  func writeStatus(_ text: String) {
    _ = write(text, to: errors)
  }

  /// Writes all of it, or says why not.
  ///
  /// A reader that went away is no problem: it has what it wanted, and the exit status still says how the
  /// command ended.
  private func write(_ text: String, to outlet: Outlet) -> String? {
    guard let activity else { return writePlainly(text, to: outlet) }
    return activity.yield(erasing: erase) { writePlainly(text, to: outlet) }
  }

  private func writePlainly(_ text: String, to outlet: Outlet) -> String? {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        return writeSome(outlet.number, rest.baseAddress, rest.count)
      }
      if count > 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Another program made the terminal non-blocking; wait until it takes more.
        var file = pollfd(fd: outlet.number, events: Int16(POLLOUT), revents: 0)
        poll(&file, 1, -1)
      case EPIPE: return nil
      default: return String(cString: strerror(errno))
      }
    }
    return nil
  }

  private static func columns(of outlet: Outlet) -> Int {
    var size = winsize()
    return ioctl(outlet.number, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
  }
}
