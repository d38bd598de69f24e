// What a scenario shows and what must hold: its columns and its expectations.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay

extension ScenarioReader {
  static let expectationKeys = [
    Key("that", .formula, "The condition."),
    Key(
      "baseline", .text,
      "Instead: metrics that may differ from the baseline: bytes.* for example. Of several lines about one metric the last "
        + "counts, and one that would never count is a mistake."),
    Key(
      "tolerance", .either([.text, .table(toleranceKeys)]),
      "How much: 64, or 64 KiB, or 2 %, or a table."),
    Key(
      "when", MatrixReader.patternKind,
      "Where it is asked; everywhere if it is left out. What the matrix and the sizes vary can stand here, too."
    ),
    Key(
      "because", .text,
      "Why it must hold, with the rules that it shows in brackets, (C1) or (F3, R6)."),
    Key(
      "answers", .either([questionKind, .list(questionKind)]),
      "The number of the question that it answers, as 'faultline list questions' has it, or several."
    ),
  ]
  private static let questionKind = Kind.integer(Question.numbers)
  static let toleranceKeys = [
    Key(
      "absolute", .text, "A difference in the metric's own unit, such as 64; of bytes also 64 KiB."),
    Key("relative", .text, "A difference in percent of the base, such as 2 %."),
    Key(
      "range", .list(.text),
      "The least and the greatest value that are fine: [0, 100], or [0, 64 MiB]."),
  ]

  func columns() throws(Diagnostic) -> ([Column], [Node]) {
    var columns: [Column] = []
    var nodes: [Node] = []
    for entry in try fields.optional("columns")?.entries() ?? [] {
      let formula = try Formula(entry.value)
      guard case .metric(.reading(let metric, let checkpoint, nil)) = formula.root.kind else {
        throw entry.value.diagnostic(
          "a column shows a metric at a checkpoint", notes: ["for example objects.live@end"])
      }
      columns.append(
        Column(
          title: try entry.key.text(), metric: metric.text, checkpoint: checkpoint.text))
      nodes.append(entry.value)
    }
    return (columns, nodes)
  }

  /// Reads what must hold; a condition under `when` is read where it is known what is varied.
  func expectations(
    _ pattern: (Node) throws(Diagnostic) -> CellPattern
  ) throws(Diagnostic) -> [Expectation] {
    var expectations: [Expectation] = []
    for node in try fields.optional("expect")?.list() ?? [] {
      let fields = try Fields(node, of: "an expectation", keys: Self.expectationKeys)
      guard fields.optional("baseline") == nil else { continue }
      guard let that = fields.optional("that") else {
        throw node.diagnostic(
          "an expectation needs a condition", notes: ["for example that: leaked.objects == 0"])
      }
      let when = try fields.optional("when").map { node throws(Diagnostic) in try pattern(node) }
      expectations.append(
        Expectation(
          that: try Formula(that), because: try fields.optional("because")?.text(),
          answers: try questions(fields.optional("answers")), pattern: when ?? CellPattern(),
          place: that.range))
    }
    return expectations
  }

  /// The questions that an expectation answers, each once.
  private func questions(_ node: Node?) throws(Diagnostic) -> [Int] {
    var numbers: [Int] = []
    for item in node?.items ?? [] {
      let number = try item.integer(in: Question.numbers)
      guard !numbers.contains(number) else {
        throw item.diagnostic("question \(number) stands here a second time")
      }
      numbers.append(number)
    }
    return numbers
  }
}
