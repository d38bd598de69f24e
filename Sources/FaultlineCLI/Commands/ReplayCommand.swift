// faultline replay: a scenario step by step, as a page, in the terminal, or as a course.

import FaultlineExperiments
import FaultlineMeasures
import FaultlinePages
import FaultlineReplay
import FaultlineScenarios
import Foundation

/// Films scenarios and shows the films.
struct ReplayCommand: Command {
  let name = "replay"
  let summary = "Step through a scenario: what is alive, and what holds it."
  let purpose = """
    Plays one variant of a scenario in its small size, looks at the object graph after every step, and writes a \
    page to step through, forwards and backwards: the script, the graph and the counters, with a sentence for \
    each step. The page is one file that needs no network. With --terminal the same is drawn here, and keys step \
    through it. Of a folder, or with --course, every variant of every scenario gets a page, and an index orders them into lessons. \
    With --inventory the questions that people ask most become one page, which is answered before and after a course; \
    its results are a CSV for the teacher. \
    Nothing is measured by a replay but what can be counted in the graph. The exit status is 0 when there is a \
    replay, 3 when a scenario cannot be understood, and 4 when it died before its end.
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...64)
  let options: [any DeclaredOption] =
    [
      CommonOptions.shipped, variant, out, terminal, course, inventory, CommonOptions.store,
      CommonOptions.only, CommonOptions.set, CommonOptions.limit, CommonOptions.behaves, full,
      CommonOptions.timeout,
      CommonOptions.memoryLimit,
    ] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline replay Scenarios/first-light.yaml",
      says: "Writes first-light.replay.html to Reports/out."),
    CommandExample(
      line:
        "faultline replay parent-child-cycle.yaml --variant 'one end' --set children=3 --out one.html",
      says: "Writes the replay of another variant, with three children, to a file."),
    CommandExample(
      line: "faultline replay undo-holds-objects.yaml --terminal",
      says: "Steps through it here; → and ← step, q ends."),
    CommandExample(
      line: "faultline replay --shipped first-light",
      says: "Replays a scenario that comes with the program."),
    CommandExample(
      line: "faultline replay --course lessons",
      says: "Writes a page for every rule scenario, and lessons/index.html to teach from."),
    CommandExample(
      line: "faultline replay --inventory inventory.html",
      says: "Writes twelve questions to ask before and after a course."),
  ]

  static let variant = CommandOption<String>(
    "variant", .text("NAME"), completing: .variants,
    help: "Replay this variant, not the one that the others are compared with.")
  static let out = CommandOption<String>(
    "out", .text("FILE"),
    help:
      "Write the replay here, not to Reports/out; a file that ends in .json gets the film itself.")
  static let terminal = CommandOption(
    flag: "terminal", help: "Step through the replay here; without a terminal, print all steps.")
  static let course = CommandOption<String>(
    "course", .text("FOLDER"),
    help:
      "Write a page for each scenario here and an index of lessons; of Scenarios/rules, if no operand is given."
  )
  static let inventory = CommandOption<String>(
    "inventory", .text("FILE"),
    help:
      "Write a page of the questions that scenarios ask with 'inventory', for before and after a course; of all scenarios, if "
      + "no operand is given.")
  static let full = CommandOption(
    flag: "full", help: "Play the scenario in its full size instead of its small one.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    var isFolder: ObjCBool = false
    if let first = arguments.operands.first {
      _ = FileManager.default.fileExists(atPath: first, isDirectory: &isFolder)
    }
    let files = arguments.namedScenarios.isEmpty ? nil : try ScenarioFiles(arguments)
    let isCourse =
      arguments[Self.course] != nil || isFolder.boolValue || (files?.paths.count ?? 0) > 1
    var choices = Choices(arguments)
    choices.variants = arguments[Self.variant].map { [$0] } ?? []
    choices.quick = !arguments.has(Self.full)
    Interruption.listen()
    let maker = ReplayRecorder(
      choices, Player(PlayerSettings(arguments), observer: ConsoleObserver(arguments, console)))
    if let path = arguments[Self.inventory] {
      return try writeInventory(
        of: files ?? Self.usual("Scenarios", "*"), to: path, arguments, maker, console)
    }
    guard isCourse else { return try show(files, arguments, maker, console) }
    if let wrong = [Self.out.spelling].first(where: { _ in arguments[Self.out] != nil })
      ?? (arguments.has(Self.terminal) ? Self.terminal.spelling : nil)
    {
      throw UsageError(
        "\(wrong) is for one scenario; several are a course: --course FOLDER.", command: name)
    }
    let (films, deaths) = try maker.everything(
      of: try files ?? Self.usual("Scenarios/rules", "rules/*"))
    let folder = CourseFolder(arguments[Self.course] ?? "Reports/course")
    let written = try folder.write(films)
    if !arguments.has(CommonOptions.quiet) {
      for path in written { console.writeError("written: \(path)") }
    }
    if Interruption.isAsked { return Interruption.status }
    return deaths == 0 ? .held : .died
  }

  /// A folder of the tree; away from it, the scenarios that come with the program.
  private static func usual(
    _ folder: String, _ shipped: String
  ) throws(Diagnostic) -> ScenarioFiles {
    let isHere = FileManager.default.fileExists(atPath: folder)
    return isHere || ShippedScenarios.found == nil
      ? try ScenarioFiles([folder]) : try ScenarioFiles([], shipped: [shipped])
  }

  /// Writes the page of the inventory.
  private func writeInventory(
    of files: ScenarioFiles, to path: String, _ arguments: ParsedArguments, _ maker: ReplayRecorder,
    _ console: Console
  ) throws -> ExitStatus {
    let others = [Self.out.spelling, Self.course.spelling, Self.terminal.spelling]
    let given = [
      arguments[Self.out] != nil, arguments[Self.course] != nil, arguments.has(Self.terminal),
    ]
    if let wrong = zip(others, given).first(where: \.1)?.0 {
      throw UsageError(
        "\(wrong) makes another page than \(Self.inventory.spelling).", command: name)
    }
    let (films, deaths) = try maker.inventory(of: files)
    if Interruption.isAsked { return Interruption.status }
    let page = InventoryPage(films)
    guard page.count > 0 || deaths > 0 else {
      throw UsageError(
        "None of these scenarios asks a question with 'inventory'; 'faultline explain question' shows how.",
        command: name)
    }
    try CourseFolder.write(page.text, to: path)
    if !arguments.has(CommonOptions.quiet) { console.writeError("written: \(path)") }
    return deaths == 0 ? .held : .died
  }

  private func show(
    _ files: ScenarioFiles?, _ arguments: ParsedArguments, _ maker: ReplayRecorder,
    _ console: Console
  ) throws -> ExitStatus {
    guard let files else {
      throw UsageError("Name a scenario, or a folder for a course: --course FOLDER.", command: name)
    }
    guard !arguments.has(Self.terminal) || arguments[Self.out] == nil else {
      throw UsageError(
        "\(Self.terminal.spelling) prints the replay, and \(Self.out.spelling) writes it to a file; choose one.",
        command: name)
    }
    guard let film = try maker.film(of: files) else {
      return Interruption.isAsked ? Interruption.status : .died
    }
    if arguments.has(Self.terminal) {
      return try TerminalReplay(film, console: console).play()
    }
    let path = arguments[Self.out] ?? "Reports/out/\(film.scenario).replay.html"
    let text = path.hasSuffix(".json") ? film.json : ReplayPage(film).text
    try CourseFolder.write(text, to: path)
    if !arguments.has(CommonOptions.quiet) { console.writeError("written: \(path)") }
    return .held
  }
}
