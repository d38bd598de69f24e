// faultline import: what an app's own logs and traces say of its requests.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineRecordings
import FaultlineReports
import FaultlineScenarios

/// Reads what an app has recorded, and reports it without a simulation.
struct ImportCommand: Command {
  let name = "import"
  let summary = "Read an app's own SQL log, trace, leaks or metrics."
  let purpose = """
    Reads what an app recorded of itself: the SQL log that it prints with '-com.apple.CoreData.SQLDebug 1' (up to 4), \
    tables of Instruments' Data Persistence template as 'xctrace export' writes them, the text of 'leaks', and payloads \
    of MetricKit. Several files are one recording, and '-' is standard input. It shows requests by kind and entity, \
    saves and their sizes, what was asked again and again for one object each (N+1), the worst turn, and the lines \
    that were not understood. Nothing is simulated. With --out it also writes a scenario that plays what was \
    observed, beside variants that the rules suggest for it; what was inferred is marked in it. With --calibrate that scenario is replayed \
    on a copy of the store, and its requests, rows and writes stand beside the log's by kind and entity, with one \
    figure of agreement, and what may explain each difference. Values in lines are dropped from all that is shown. \
    The exit status is 0 when the files were read, also where lines were not understood, 2 when less than 95 % of the \
    requests agree with the replay, and 3 when a file is none of these kinds.
    """
  let operands = OperandRule(placeholder: "FILE…", allowed: 1...256)

  static let format = CommandOption<RecordingFormat>(
    "format", .choice,
    help: "Text for people, Markdown, or JSON for programs ('faultline schema recording').")
  static let keepValues = CommandOption(
    flag: "keep-values",
    help: "Show values that stand in lines; without it they are dropped as the lines are read.")
  static let anonymize = CommandOption(
    flag: "anonymize",
    help:
      "Put 'Entity-3f2a1c' and the like in the place of names, the same for a name in every run.")
  static let store = CommandOption<String>(
    "store", .text("FILE"),
    help: "The app's store, which gives names to tables; the scenario runs on copies of it.")
  static let model = CommandOption<String>(
    "model", .text("FILE"),
    help: "The app's model, where there is no store, or another one than the store's.")
  static let out = CommandOption<String>(
    "out", .text("FILE"),
    help: "Also write a scenario of what was observed, with variants; takes --store or --model.")
  static let calibrate = CommandOption(
    flag: "calibrate",
    help:
      "Replay what was observed, and lay its requests, rows and writes beside the log's; takes --store or --model."
  )
  let options: [any DeclaredOption] =
    [
      Self.format, Self.store, Self.model, Self.out, Self.calibrate, Self.keepValues,
      Self.anonymize,
    ]
    + CommonOptions.speaking

  let examples = [
    CommandExample(line: "faultline import app.log", says: "Reports the requests of a SQL log."),
    CommandExample(
      line: "faultline import fetch.xml fault.xml save.xml",
      says: "Reads the tables of one trace as one recording."),
    CommandExample(
      line: "faultline import app.log --store App.sqlite --out app.yaml",
      says: "Also makes a scenario of it, for 'faultline run app.yaml'."),
    CommandExample(
      line: "faultline import app.log --store App.sqlite --calibrate",
      says: "Replays it on a copy of the store, and says how many requests agree."),
    CommandExample(
      line: "xcrun simctl spawn booted log stream | faultline import - --format json",
      says: "Reads standard input to its end, for another program."),
    CommandExample(
      line: "faultline import app.log --anonymize --format markdown > report.md",
      says: "Makes a report that names nothing of the app."),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let inputs = arguments.operands.map(RecordingInput.init)
    guard inputs.count(where: { $0.name == RecordingInput("-").name }) <= 1 else {
      throw UsageError("'-' is standard input, which can be read once.", command: name)
    }
    let scenario = try ImportedScenario(arguments, command: name)
    if arguments.has(Self.calibrate), scenario.path != nil, !arguments.has(Self.keepValues) {
      throw UsageError(
        "\(Self.out.spelling) beside \(Self.calibrate.spelling) takes \(Self.keepValues.spelling): what is replayed "
          + "names the log's own records and values.", command: name)
    }
    let keepsValues = arguments.has(Self.keepValues)
    let calibrates = arguments.has(Self.calibrate)
    // The replay may need values that the report is not to show.
    var reader = RecordingReader(
      keepsValues: keepsValues || calibrates,
      forReplay: calibrates || scenario.path != nil && keepsValues)
    let progress = ProgressLine(arguments, console: console)
    for input in inputs {
      try read(input, with: &reader, showing: progress)
    }
    progress.clear()
    var recording = reader.recording(
      names: scenario.words?.names ?? NameBook(),
      privacy: Privacy(keepsValues: keepsValues, coversNames: arguments.has(Self.anonymize)))
    try scenario.checkModel(has: reader.entities)
    try scenario.write(recording, reader.course, byKey: keepsValues)
    if calibrates {
      recording.calibration = try scenario.calibration(
        recording, reader, followedBy: ConsoleObserver(arguments, console))
    }
    try (arguments[Self.format] ?? .text).print(recording, to: console)
    if let path = scenario.path, !arguments.has(CommonOptions.quiet) {
      console.writeError(harmless("\(path) is there. Run it: faultline run \(path)"))
    }
    return recording.calibration?.holds == false ? .broken : .held
  }

  /// Reads one file, and says in a user's words why it cannot.
  private func read(
    _ input: RecordingInput, with reader: inout RecordingReader, showing progress: ProgressLine
  ) throws(Diagnostic) {
    do throws(RecordingRefusal) {
      // The reader changes while it reports how far it is, so the requests are those before this file.
      let before = reader.requestCount
      try reader.read(input) { read, total in
        progress.update(Self.progress(input.name, read, total, before))
      }
    } catch {
      progress.clear()
      throw Diagnostic(error.reason, file: error.file, notes: error.notes)
    }
  }

  private static func progress(_ name: String, _ read: Int, _ total: Int?, _ before: Int) -> String
  {
    let share = total.map { " of \(NumberText.bytes($0))" } ?? ""
    let known =
      before > 0 ? ", \(NumberText.grouped(before)) requests before" : ""
    return "reading \(name): \(NumberText.bytes(read))\(share)\(known)"
  }
}

/// How a recording is printed.
enum RecordingFormat: String, CaseIterable, Sendable {
  case text, markdown, html, json

  /// Prints a recording.
  func print(_ recording: Recording, to console: Console) throws(Console.LostOutput) {
    switch self {
    case .text: try console.print(RecordingPage.page(recording))
    case .markdown: try console.print(RecordingPage.page(recording), as: .markdown)
    case .html: try console.print(RecordingPage.page(recording), as: .html)
    case .json: try console.print(page: recording.json)
    }
  }
}
