// Generators: what each makes, that it is the same everywhere, and what is refused.

import Faultline
import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct GeneratorTests {
  /// Values as text; `rows` is 3.
  private func values(_ text: String, count: Int = 4, purpose: String = "a test") -> String {
    guard let call = GeneratorCall(text), let type = call.type else { return "no generator" }
    do throws(FormulaError) {
      let generator = try call.generator(type, in: Names([Setting(name: "rows", value: 3)]))
      var source = Source(RandomNumbers(seed: 7, purpose: purpose))
      return (0..<count).map { index in
        defer { source.made += 1 }
        return shown(generator.value(&source, at: index))
      }.joined(separator: " ")
    } catch {
      return error.message
    }
  }

  private func shown(_ value: Value) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .double(let number): "\((number * 100).rounded() / 100)"
    case .text(let text): text
    case .uuid(let uuid): uuid.uuidString
    case .date(let date): date.formatted(.iso8601)
    case .data(let data): data.map { "\($0)" }.joined(separator: ".")
    default: "?"
    }
  }

  private static let made: [(call: String, makes: String)] = [
    ("random(1, 6)", "2 6 6 3"),
    ("random(rows, rows)", "3 3 3 3"),
    ("sequence(rows, 10)", "3 13 23 33"),
    ("sequence()", "1 2 3 4"),
    ("pick(7)", "7 7 7 7"),
    ("text(3)", "odg vfu ake asu"),
    ("text(0)", "   "),
  ]

  @Test(arguments: made)
  func `values are the same on every machine`(call: String, makes: String) {
    #expect(values(call) == makes)
  }

  @Test func `every example makes values of a type that it fits, and two streams differ`() {
    for generator in Generators.all {
      let some = values(generator.example, count: 8)
      #expect(GeneratorCall(generator.example)?.name == generator.name)
      #expect(!some.isEmpty && !some.contains("?"), "\(generator.name): \(some)")
      #expect(values(generator.example, count: 8) == some, "\(generator.name)")
      if generator != SequenceGenerator.self {
        #expect(values(generator.example, count: 8, purpose: "other") != some, "\(generator.name)")
      }
      #expect(!generator.types.isEmpty)
      #expect(generator.meaning.hasSuffix(".") && !generator.usage.isEmpty)
    }
  }

  @Test func `names are unique, and every file in the folder is listed`() throws {
    #expect(Set(Generators.all.map { $0.name }).count == Generators.all.count)
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/FaultlineScenarios/Generators")
    let texts = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    let types = texts.flatMap {
      $0.matches(of: /struct (\w+): Generator \{/).map { "\($0.output.1)" }
    }
    #expect(types.sorted() == Generators.all.map { "\($0)" }.sorted())
  }

  @Test func `a normal generator keeps its mean and its deviation`() {
    var source = Source(RandomNumbers(seed: 1, purpose: "normal"))
    guard let call = GeneratorCall("normal(50, 10)"),
      let generator = try? call.generator(NormalGenerator.self, in: Names())
    else {
      Issue.record("no generator")
      return
    }
    let numbers = (0..<20_000).map { index -> Double in
      if case .double(let number) = generator.value(&source, at: index) { number } else { .nan }
    }
    let mean = numbers.reduce(0, +) / 20_000
    let deviation = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000).squareRoot()
    #expect(abs(mean - 50) < 0.3)
    #expect(abs(deviation - 10) < 0.3)
  }

  @Test(arguments: [0.5, 1.0, 1.2, 2.5])
  func `a rank comes as often as its place says`(exponent: Double) {
    var source = Source(RandomNumbers(seed: 1, purpose: "zipf"))
    let ranks = ZipfRanks(count: 50, exponent: exponent)
    var counts = [Int](repeating: 0, count: 51)
    for _ in 0..<50_000 { counts[ranks.next(&source)] += 1 }
    let weights = (1...50).map { pow(Double($0), -exponent) }
    let sum = weights.reduce(0, +)
    for rank in [1, 2, 3, 10, 50] {
      let expected = 50_000 * weights[rank - 1] / sum
      // Five deviations of a count.
      #expect(abs(Double(counts[rank]) - expected) < 5 * expected.squareRoot() + 1, "\(rank)")
    }
    #expect(counts[0] == 0)
  }

  @Test func `days are those of the calendar, to the last second`() {
    let days = Set(
      values("date(2024-02-28, 2024-02-29)", count: 200).split(separator: " ").map { $0.prefix(10) }
    )
    #expect(days == ["2024-02-28", "2024-02-29"])
  }

  private static let refused: [(call: String, because: String)] = [
    ("random(6, 1)", "random() takes two whole numbers, the smaller first"),
    ("random(1)", "it is written random(from, to), and 1 values are given"),
    (
      "text(-1)", "a count up to 100000000 is needed, and '-1' is none; it is written text(letters)"
    ),
    ("text(1 / 2)", "a count"),
    ("text(row)", "nothing is named 'row' here"),
    ("zipf(0)", "a count of at least 1"),
    ("zipf(5, 0)", "an exponent above 0"),
    ("normal(1, -1)", "a deviation that is not negative"),
    ("date(2023-02-29, 2024-01-01)", "a day such as 2020-01-01"),
    ("date(2024-01-02, 2024-01-01)", "a day such as 2024-12-31, not before the first,"),
    ("pick()", "pick() needs something to pick"),
    ("uuid(4)", "it is written uuid(), and 1 values are given"),
  ]

  @Test(arguments: refused)
  func `what cannot be made is refused`(call: String, because: String) {
    let answer = values(call)
    #expect(answer.hasPrefix(because) || because == "a count" && answer.hasPrefix("a whole number"))
  }
}
