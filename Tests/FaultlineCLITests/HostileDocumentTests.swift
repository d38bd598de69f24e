// Numbers in documents that somebody has edited: every command that reads them says what is wrong, and none stops.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

/// A place in a JSON document, from its root on.
private enum JSONStep: Sendable {
  case key(String)
  case place(Int)
}

@Suite struct HostileDocumentTests {
  /// What a number is replaced by: the ends of all ranges, and what is no number of anything.
  private static let extremes = [
    "9223372036854775807", "-9223372036854775808", "9007199254740992", "9007199254740993", "-1",
    "0", "1e308", "18446744073709551616", "\"nan\"",
  ]

  /// A document, and the command lines that read it.
  private static let readers: [(file: String, commands: [[String]])] = [
    (
      "out/small.json",
      [
        ["report", "out/small.json"], ["report", "out/small.json", "--format", "html"],
        ["compare", "out/small.json"], ["compare", "good/small.json", "out/small.json"],
        ["accept", "--from", "out", "--baselines", "b", "--force"],
        ["history", "add", "out", "--revision", "r", "--file", "h.sqlite"],
      ]
    ),
    ("out/small.machine.json", [["report", "out/small.json"]]),
    ("out/small.film.json", [["report", "out/small.json", "--format", "html"]]),
    (
      "out/attribution/small-odd-size=10.flame.json",
      [["report", "out/small.json", "--format", "html"]]
    ),
    (
      "Reports/baselines/small.json",
      [
        ["compare", "Reports/baselines/small.json", "out/small.json"],
        ["report", "Reports/baselines/small.json"],
      ]
    ),
    (
      "sweep/plan.json",
      [["sweep", "status", "sweep"], ["sweep", "merge", "sweep", "--out", "m"]]
    ),
  ]

  private static func program() throws -> WholeProgram {
    let scenario = smallScenario()
      .replacing("variants:", with: "sizes: {size: [10, 20, 30]}\nvariants:")
      .replacing("parameters:", with: "parameters:\n  size: {type: int, default: 10}")
    let program = try WholeProgram(["small.yaml": scenario])
    for words in [
      ["run", "small.yaml", "-q", "--out", "out", "--attribute", "--replay", "--advice", "all"],
      ["accept", "--from", "out", "-q", "--force"],
      ["sweep", "plan", "small.yaml", "--shards", "2", "--out", "sweep"],
      ["run", "small.yaml", "-q", "--out", "good", "--no-advice"],
    ] {
      _ = try program.run(words)
    }
    return program
  }

  /// `FAULTLINE_SLICE=2/10` takes the second tenth of all cases at full effort.
  private static func slice(of count: Int) -> Range<Int> {
    let numbers = (ProcessInfo.processInfo.environment["FAULTLINE_SLICE"] ?? "").split(
      separator: "/"
    )
    .compactMap { Int($0) }
    guard numbers.count == 2, (1...numbers[1]).contains(numbers[0]) else { return 0..<count }
    return count * (numbers[0] - 1) / numbers[1]..<count * numbers[0] / numbers[1]
  }

  @Test func `no number of a document stops the program`() throws {
    let program = try Self.program()
    var originals: [String: String] = [:]
    var cases: [(file: String, path: [JSONStep], value: String, command: [String])] = []
    for (file, commands) in Self.readers {
      guard let text = try? program.text(of: file) else { continue }
      originals[file] = text
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
      for path in Self.distinctNumbers(in: document) {
        for value in Self.extremes {
          for command in commands { cases.append((file, path, value, command)) }
        }
      }
    }
    #expect(cases.count > 1_000)
    var dice = SplitMix64(seed: RandomCases.seed)
    cases.shuffle(using: &dice)
    let most = Effort.choose(quick: 30, ci: 500, full: cases.count)
    let chosen = Array(cases[Self.slice(of: most)])
    let texts = originals
    RandomCases.run(
      chosen.count, of: "Numbers of documents", casesInAFolder: 100, copying: program
    ) { number, program, _ in
      let (file, path, value, command) = chosen[number]
      let original = texts[file] ?? ""
      try program.write(try Self.text(original, replacing: path[...], by: value), to: file)
      let answer = try program.runCase(command, showing: "\(file) \(path) = \(value)")
      try program.write(original, to: file)
      return "\(command[0]) \(answer.status)"
    }
  }

  @Test(arguments: [
    ("\"bytes.objects\" : ", "9223372036854775807", "report"),
    ("\"bytes.live\" : ", "-9223372036854775808", "compare"),
    ("\"repeats\" : ", "-1", "report"), ("\"line\" : ", "1e300", "report"),
  ])
  func `a number that is out of range is refused with its name`(
    key: String, number: String, command: String
  ) throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    _ = try program.run("run", "small.yaml", "-q", "--out", "out")
    let text = try program.text(of: "out/small.json")
    let place = try #require(text.firstRange(of: key)).upperBound
    let rest = text[place...].drop { $0.isNumber }
    try program.write(text[..<place] + number + rest, to: "out/small.json")
    let answer = try program.run(command, "out/small.json")
    #expect(answer.status == 3, "\(answer)")
    #expect(answer.errors.contains("out of range"), "\(answer)")
  }

  @Test func `the shards of a plan are bounded when it is read`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    _ = try program.run("sweep", "plan", "small.yaml", "--shards", "2", "--out", "sweep")
    let text = try program.text(of: "sweep/plan.json")
    for shards in ["9223372036854775807", "100000000", "0"] {
      try program.write(
        text.replacing("\"shards\" : 2", with: "\"shards\" : \(shards)"), to: "sweep/plan.json")
      let answer = try program.run("sweep", "status", "sweep")
      #expect(answer.status == 3, "\(answer)")
      #expect(answer.errors.contains("out of range"), "\(answer)")
    }
  }

  // MARK: - Walking through documents

  /// The places of numbers, of each field a few: those of a list are alike.
  private static func distinctNumbers(in document: Any) -> [[JSONStep]] {
    var seen: [String: Int] = [:]
    var found: [[JSONStep]] = []
    func walk(_ value: Any, _ path: [JSONStep], _ name: String) {
      switch value {
      case let object as [String: Any]:
        for key in object.keys.sorted() {
          if let inner = object[key] { walk(inner, path + [.key(key)], "\(name).\(key)") }
        }
      case let list as [Any]:
        for (place, inner) in list.enumerated() { walk(inner, path + [.place(place)], name + "[]") }
      case let number as NSNumber where CFGetTypeIDIsNumber(number):
        seen[name, default: 0] += 1
        if seen[name, default: 0] <= 2 { found.append(path) }
      default: break
      }
    }
    walk(document, [], "")
    return found
  }

  private static func CFGetTypeIDIsNumber(_ number: NSNumber) -> Bool {
    // A Boolean is an NSNumber as well, of the type of a character.
    String(cString: number.objCType) != "c" && String(cString: number.objCType) != "B"
  }

  /// The text of the document with one number replaced.
  private static func text(
    _ text: String, replacing path: ArraySlice<JSONStep>, by value: String
  ) throws -> String {
    let mark = "7340033551"
    func replaced(_ node: Any, _ path: ArraySlice<JSONStep>) -> Any {
      guard let first = path.first else { return Int(mark) ?? 0 }
      switch (first, node) {
      case (.key(let key), var object as [String: Any]):
        object[key] = replaced(object[key] ?? 0, path.dropFirst())
        return object
      case (.place(let place), var list as [Any]):
        list[place] = replaced(list[place], path.dropFirst())
        return list
      default: return node
      }
    }
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let data = try JSONSerialization.data(withJSONObject: replaced(document, path))
    return String(decoding: data, as: UTF8.self).replacing(mark, with: value)
  }
}
