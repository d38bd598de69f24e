// Command lines that nobody would type, made of every option there is and a heap of odd words: whatever they say, the
// program ends by itself, with a status that is documented.

import Dispatch
import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import FaultlineCLI

/// Makes command lines by chance.
private struct LineMaker {
  private var dice: SplitMix64

  init(seed: UInt64) { dice = SplitMix64(seed: seed) }

  /// What stands for a file that is read; none is a folder with half a disk in it, since a run looks through all of that.
  private static let odd = [
    "", "s", "x", "-", "--", "---", "-x", "--nonsense", ".", "..", "~", "*", "?",
    "*.yaml", "[a", "é", "👩‍👩‍👧",
    "a b.yaml", "\u{1B}[31m", "new\nline", "small.yaml", "small.yaml", "Scenarios", "Scenarios/",
    "disk.yaml", "broken.yaml",
    "company.yaml", "empty", "folder", "folder/", "out", "out/small.json", "out/small.machine.json",
    "gone", "gone/gone",
    "/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/proc/self/mem", "/etc/passwd",
    "history.sqlite",
    "out/", "insert", "metrics", "rules", "C2", "bytes.live", "add", "list", "trend", "result",
    "run", "scenarios",
    String(repeating: "n", count: 300), String(repeating: "d/", count: 3_000),
  ]
  /// What stands for a place that is written to: nothing outside of the working folder but devices.
  private static let places = [
    "", "out", "o", "folder", "folder/", "deep/er", "small.yaml", "small.yaml/x", "empty", "é",
    "a b", "-", "~", "*",
    "/dev/null", "/dev/full", "x.json", String(repeating: "n", count: 300),
  ]
  private static let writing: Set<String> = [
    "out", "baselines", "course", "trace", "file", "cache", "folder", "attribute-to",
    "scratch",
  ]
  private static let numbers = [
    "", "0", "1", "2", "3", "-1", "64", "65", "1.5", "1e1", "0x10", "nan", "99999999999999999999",
    "one",
  ]

  private mutating func pick<Element>(_ all: [Element]) -> Element {
    all[Int.random(in: all.indices, using: &dice)]
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &dice) == 0 }

  private mutating func value(of option: any DeclaredOption, _ placeholder: String) -> String {
    // Whatever is written to stays inside, also where an odd word is wanted.
    if Self.writing.contains(option.name) { return pick(Self.places) }
    if chance(6) { return pick(Self.odd) }
    if placeholder.contains("|") { return pick(placeholder.split(separator: "|").map(String.init)) }
    switch placeholder {
    case "N", "PID": return pick(Self.numbers)
    case "SIZE": return pick(["1", "0", "1B", "512MiB", "2G", "1e9", "99999999T", "-1", "1.5k"])
    case "DURATION": return pick(["1ms", "0", "20s", "1m", "-1s", "1e30s", "5", "99999h", ".5s"])
    case "NAME=VALUE":
      return pick([
        "rows=5", "rows=", "=5", "rows=-1", "rows=1e99", "rows=5=5", "nope=1", "rows", "rows=\u{7}",
      ])
    case "GLOB":
      return pick(["*", "small/*", "small/plain", "zzz", "?", "**", "bytes.*", "[", "*odd*"])
    case "FORMAT[=FILE]":
      let format = pick([
        "terminal", "html", "json", "junit", "sarif", "markdown", "csv", "github", "odd", "brief",
        "jsonl",
      ])
      return chance(3) ? "\(format)=\(pick(Self.places))" : format
    case "NAME": return pick(["plain", "odd", "memory", "sqlite", "zzz", "one"])
    case "ENTITY": return pick(["Employee", "Emploee", "1"])
    case "PREDICATE": return pick(["name LIKE 'A*'", "name ==", "1 == 1", "((", "SELF"])
    case "KEY": return pick(["name", "-name", "--", "salary"])
    case "ID": return pick(["small/plain", "small/odd", "zzz"])
    default: return pick(Self.odd)
    }
  }

  private mutating func operand() -> String { chance(600) ? "pipe" : pick(Self.odd) }

  /// The words of a line.
  mutating func line() -> [String] {
    let command = pick(Commands.all)
    var words: [String] = []
    for _ in 0..<pick([0, 0, 1, 1, 1, 2, 3])
    where command.operands.allowed.upperBound > 0 || chance(4) {
      words.append(operand())
    }
    for _ in 0..<pick([0, 0, 1, 1, 2, 3, 5]) where !command.options.isEmpty {
      let option = pick(command.options)
      var name = option.short.map { chance(2) ? "-\($0)" : option.spelling } ?? option.spelling
      if chance(30) { name.removeLast() }
      var new = [name]
      if let placeholder = option.placeholder, !chance(20) {
        let value = value(of: option, placeholder)
        new = chance(2) ? ["\(name)=\(value)"] : [name, value]
      }
      words.insert(contentsOf: new, at: Int.random(in: 0...words.count, using: &dice))
    }
    if chance(25) { words.insert("--", at: Int.random(in: 0...words.count, using: &dice)) }
    if chance(25) { words.append("--help") }
    return [chance(60) ? pick(Self.odd) : command.name] + words
  }
}

@Suite struct RandomLinesTests {
  private static let seed: UInt64 =
    ProcessInfo.processInfo.environment["FAULTLINE_SEED"].flatMap { UInt64($0) } ?? 20_251_123
  private static let lines = Effort.choose(quick: 60, ci: 400, full: 2_000)
  private static let linesInAFolder = 50

  /// A folder inside of another one, so that what leaves it is seen.
  private static func room() throws -> WholeProgram {
    let program = try WholeProgram([
      "room/s": smallScenario(name: "s"), "room/small.yaml": smallScenario(),
      "room/Scenarios/small.yaml": smallScenario(),
      "room/Scenarios/rules/rule.yaml": smallScenario(name: "rule"),
      "room/disk.yaml": smallScenario(name: "disk").replacing(
        "parameters:", with: "stores: [memory, sqlite]\nparameters:"),
      "room/a b.yaml": smallScenario(name: "spaced"), "room/broken.yaml": "faultline: [",
      "room/company.yaml": "Employee: {name: string}", "room/empty": "", "room/folder/note": "",
      "room/-": smallScenario(name: "dash"),
    ])
    mkfifo(program.folder.appending(path: "room/pipe").path, 0o600)
    _ = program.shell(
      #"cd "$1/room" && "$2" run small.yaml -q --out out && "$2" history add out --revision one --file history.sqlite"#,
      []
    ).run()
    return program
  }

  /// Runs some lines, and returns what was wrong with them.
  private static func complaints(about numbers: Range<Int>) throws -> [String] {
    let program = try room()
    var complaints: [String] = []
    for number in numbers {
      var maker = LineMaker(seed: seed &+ UInt64(number))
      let words = maker.line()
      var child = program.shell(
        #"cd "$1/room" && shift && exec "$@" </dev/null >../said.out 2>../said.err"#, words)
      // No page is to be opened on the machine of the tests.
      child.environment = [
        "FAULTLINE_CACHE=\(program.folder.path)/cache", "BROWSER=true",
        "XDG_CONFIG_HOME=\(program.folder.path)/settings",
      ]
      child.timeout = .seconds(120)
      let ending = child.run().ending
      let said = ["out", "err"].map { (try? program.text(of: "said.\($0)")) ?? "" }.joined()
      let isDocumented: Bool =
        if case .exited(let status) = ending {
          FaultlineMeasures.ExitStatus(rawValue: Int32(status)) != nil
        } else {
          false
        }
      let isPlain = ["internal error", "Fatal error", "NSCocoaError"].allSatisfy {
        !said.contains($0)
      }
      // CSV ends its lines with a carriage return, too.
      let isColored = words.contains { $0.hasPrefix("--color") }
      let harmful = isColored ? [] : harmfulScalars(in: said).filter { $0 != "\r" }
      if !isDocumented || !isPlain || !harmful.isEmpty {
        complaints.append("line \(number): \(words) → \(ending)\n\(said.prefix(600))")
      }
      // Some lines take away what others need.
      if number % 10 == 0 { try program.write(smallScenario(), to: "room/small.yaml") }
    }
    let inside: Set<String> = ["room", "cache", "said.out", "said.err"]
    let outside = program.files(in: ".").filter { !inside.contains($0) }
    if !outside.isEmpty { complaints.append("lines \(numbers) have left \(outside) outside") }
    return complaints
  }

  @Test func `every line ends by itself, with a status that is documented`() throws {
    print("Command lines by chance: \(Self.lines) of them, FAULTLINE_SEED=\(Self.seed)")
    let groups = stride(from: 0, to: Self.lines, by: Self.linesInAFolder).map {
      $0..<min($0 + Self.linesInAFolder, Self.lines)
    }
    let found = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: groups.count) { index in
      let complaints =
        (try? Self.complaints(about: groups[index])) ?? ["\(groups[index]) could not be run"]
      found.withLock { $0 += complaints }
    }
    for complaint in found.withLock({ $0 }).sorted() { Issue.record("\(complaint)") }
  }
}
