// faultline settle: what a measurement on a Mac says about Core Data closes bands on this machine.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Keeps, shows or forgets what was settled by a measurement.
struct SettleCommand: Command {
  let name = "settle"
  let summary = "Close bands by what was measured on a Mac."
  let purpose = """
    Reads what the program Settle.swift has printed on a Mac, and keeps it among the user's settings, in \
    faultline/settled of $XDG_CONFIG_HOME or ~/.config. From then on a run that shows Core Data on this machine takes \
    those ends of bands, plays no other end of them, and says 'settled by a measurement on' with the version. A '-' reads \
    standard input. Without an operand it shows what is settled; --forget removes it. Where CI is set a run takes nothing \
    for settled unless --settled asks for it, so that a build has the same counters on every machine; 'check' and \
    'accept' never do. The exit status is 0, or 3 when a line cannot be understood.
    """
  let operands = OperandRule(placeholder: "[OUTPUT]", allowed: 0...1, completion: .files)
  let options: [any DeclaredOption] = [forget] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline settle answers.txt",
      says: "Keeps what 'swift Settle.swift > answers.txt' found."),
    CommandExample(line: "faultline settle", says: "Shows what is settled, and what is not."),
    CommandExample(line: "faultline settle --forget", says: "Opens all bands again."),
  ]

  static let forget = CommandOption(
    flag: "forget", help: "Remove what was settled, so that all bands are open again.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    guard let file = CalibrationFile.usual() else {
      throw Diagnostic(
        "there is no folder for settings", file: "settle",
        notes: ["set HOME or XDG_CONFIG_HOME to a path that begins with '/'"])
    }
    guard !arguments.has(Self.forget) else {
      if let operand = arguments.operands.first {
        throw UsageError(
          "\(Self.forget.spelling) reads nothing, but \(quoted(operand)) is given.", command: name)
      }
      try console.print(
        try file.forget()
          ? "Nothing is settled any more: all bands are open." : "Nothing was settled.")
      return .held
    }
    guard let operand = arguments.operands.first else {
      try console.print(Self.page(try file.settlement()))
      return .held
    }
    let read = try InterruptibleReader().read(
      operand, as: "an output of Settle.swift", atMost: BehaviorCalibration.largest)
    let settlement = try BehaviorCalibration(read.text, file: read.name)
    try file.keep(settlement)
    var page = Self.page(settlement)
    page.add(["Kept in \(file.path)."])
    try console.print(page)
    return .held
  }

  private static func page(_ settlement: BehaviorCalibration?) -> Page {
    guard let settlement else {
      return Page([
        .paragraph(
          "Nothing is settled: a run that shows Core Data plays both ends of each band. 'faultline settle OUTPUT' reads "
            + "what Settle.swift has printed on a Mac.")
      ])
    }
    var page = Page()
    page.add(
      "",
      settlement.ends.compactMap { end in
        end.band.map { band in
          (
            band.key,
            end.text.dropFirst(band.key.count + 1)
              + ", settled by a measurement on \(settlement.version)"
          )
        }
      } + settlement.open.map { ($0.key, "open: \($0.guides) or \($0.coreData)") })
    return page
  }
}
