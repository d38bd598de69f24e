// faultline new: a scenario to start from.

import FaultlineMeasures
import FaultlineScenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a commented scenario that runs.
struct NewCommand: Command {
  let name = "new"
  let summary = "Write a scenario to start from."
  let purpose = """
    Writes NAME.yaml into the current folder: a scenario that runs as it is, with a comment at every place that \
    says what else could stand there. A file that is there already is left alone.
    """
  let operands = OperandRule(placeholder: "NAME", allowed: 1...1)
  let options: [any DeclaredOption] = CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline new import", says: "Writes import.yaml.")
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let word = arguments.operands[0]
    let scenario = word.hasSuffix(".yaml") ? String(word.dropLast(5)) : word
    guard NewScenario.isName(scenario) else {
      throw UsageError(
        "\(quoted(word)) is no name for a scenario: letters, digits, '_', '-' and '.' make one.",
        command: name)
    }
    let path = "\(scenario).yaml"
    // Exclusively: a file that is there is never written over.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw refusal(path) }
    defer { close(file) }
    var bytes = Array(NewScenario.text(named: scenario).utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw refusal(path) }
      bytes = bytes.dropFirst(count)
    }
    try console.print("\(path) is there. Run it: faultline run \(path)")
    return .held
  }

  /// Reads `errno`, so it is called directly after what failed.
  private func refusal(_ path: String) -> Diagnostic {
    Diagnostic("the scenario cannot be written: \(String(cString: strerror(errno)))", file: path)
  }
}
