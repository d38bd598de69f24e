// A command with every common option, and a console that can be read back.

import FaultlineMeasures
import Glibc

@testable import FaultlineCLI

/// Stands in for any command: it does nothing and fails the way that a test chooses.
struct SampleCommand: Command {
  let name = "sample"
  let summary = "Take samples."
  let purpose = """
    Takes samples of what is there, which is not much, and says so in a paragraph that is long enough to
    be wrapped at any width that a terminal has.
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...2)
  let options: [any DeclaredOption] =
    [
      CommonOptions.variant, CommonOptions.set, CommonOptions.quick, CommonOptions.full,
      CommonOptions.repeats, CommonOptions.timeout, CommonOptions.memoryLimit, CommonOptions.out,
      CommonOptions.inline,
    ] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline sample a.yaml --quick", says: "Takes a small sample of one file.")
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus { ExitStatus.held }
}

/// A console on two pipes; `read` ends it and returns what was written.
struct ReadableConsole {
  let console: Console
  private let reading: [Int32]
  private let writing: [Int32]

  init(
    isTerminal: Bool = false, surroundings: Console.Surroundings = .init(),
    color: ColorChoice = .auto
  ) {
    var output: [Int32] = [-1, -1]
    var errors: [Int32] = [-1, -1]
    pipe(&output)
    pipe(&errors)
    reading = [output[0], errors[0]]
    writing = [output[1], errors[1]]
    console = Console(
      output: .init(output[1], isTerminal: isTerminal),
      errors: .init(errors[1], isTerminal: isTerminal), surroundings: surroundings, color: color)
  }

  func read() -> (output: String, errors: String) {
    for number in writing { close(number) }
    let texts = reading.map { number in
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(number, &bytes, bytes.count)
      close(number)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    return (texts[0], texts[1])
  }
}
