// Lists of steps as they stand in a file: keywords and keys are known, names are not yet looked up.

/// A step of a scenario that was read and is in no plan yet.
package struct StepSyntax: Sendable {
  let type: any Step.Type
  /// Counted from 1 in the order of the file.
  package let ordinal: Int
  /// Where its keyword stands.
  package let place: SourceRange
  /// What the author says beside it.
  let note: String?
  let text: StepText
}

extension [StepSyntax] {
  /// The first step of a type, those within others among them.
  func first(of type: any Step.Type) -> StepSyntax? {
    for step in self {
      if step.type.keyword == type.keyword { return step }
      for block in step.text.blocks { if let found = block.first(of: type) { return found } }
    }
    return nil
  }
}

/// What stands in the file for one step.
package struct StepText: Sendable {
  /// The value of the keyword.
  let value: Node
  /// The keys beside the keyword.
  let beside: Fields
  /// The lists of steps within it, in the order of the file.
  let blocks: [[StepSyntax]]
  /// Whether another step's keys stand beside this one's, as `every` may have it.
  fileprivate let hasCompanion: Bool

  /// The mapping behind the keyword, read against the keys of a step.
  func fields(of step: (some Step).Type) throws(Diagnostic) -> Fields {
    try Fields(value, of: step.keyword, keys: step.keys)
  }

  /// Refuses any key behind the keyword.
  func checkBlank(_ step: (some Step).Type) throws(Diagnostic) { _ = try fields(of: step) }

  /// The steps under the keyword, or under the key `steps` beside it.
  var steps: [StepSyntax] { blocks.first ?? [] }

  /// The steps under the key `steps`, or the one whose keys stand beside this one's.
  func enclosed() throws(Diagnostic) -> [StepSyntax] {
    if hasCompanion, let key = beside.key("steps") {
      throw key.diagnostic("either one step stands beside '\(EveryStep.keyword)', or 'steps' do")
    }
    if !hasCompanion { _ = try beside.required("steps") }
    return steps
  }
}

/// Numbers the steps of a scenario and collects what they say of themselves.
package final class StepOutline {
  /// `refresh (first-light.yaml:40:5)`, by number less one.
  private(set) var titles: [String] = []
  private(set) var notes: [String] = []
  /// What steps expect, by number less one.
  private(set) var expectations: [MomentaryExpectation] = []
  /// The questions that offer choices.
  private(set) var questions: [OfferedQuestion] = []

  func note(_ text: String) { notes.append(text) }

  func expect(_ expectation: MomentaryExpectation) { expectations.append(expectation) }

  func ask(_ question: OfferedQuestion) { questions.append(question) }

  fileprivate func next(_ keyword: String, at range: SourceRange) -> Int {
    titles.append("\(keyword) (\(range.place))")
    return titles.count
  }
}

extension StepOutline {
  /// Reads a list of steps, and those within them.
  func steps(_ node: Node) throws(Diagnostic) -> [StepSyntax] {
    var steps: [StepSyntax] = []
    for item in try node.list() { steps.append(try step(item)) }
    return steps
  }

  private func step(_ node: Node) throws(Diagnostic) -> StepSyntax {
    let entries = try node.entries()
    let named = entries.filter { Self.type(named: $0.name) != nil }
    // A note may stand beside any step, and is one of its own only when it stands alone.
    guard
      let entry = named.first(where: { $0.name == EveryStep.keyword })
        ?? named.first(where: { $0.name != NoteStep.keyword }) ?? named.first,
      let type = Self.type(named: entry.name)
    else {
      guard let first = entries.first else { throw node.diagnostic("a step needs a keyword") }
      throw .unknown("step", first.name, at: first.key.range, known: Self.known)
    }
    let own = [type.keyword, NoteStep.keyword] + type.beside.map(\.name)
    var companion: Node?
    if let other = named.first(where: { !own.contains($0.name) }) {
      guard type == EveryStep.self else {
        throw other.key.diagnostic(
          "'\(other.name)' is a step of its own, and this one is '\(type.keyword)'",
          notes: ["each step begins with '- ' on a line of its own"])
      }
      companion = Node(.mapping(entries.filter { !own.contains($0.name) }), at: node.range)
    }
    let mine =
      companion == nil
      ? node : Node(.mapping(entries.filter { own.contains($0.name) }), at: node.range)
    let keyword = Key(type.keyword, type.value, required: true, type.meaning)
    let beside = try Fields(
      mine, of: "a step '\(type.keyword)'", keys: [keyword, Steps.noteKey] + type.beside)
    let ordinal = next(type.keyword, at: entry.key.range)
    // A note that is a step is said by that step.
    let isNote = type == NoteStep.self
    let note = isNote ? nil : try beside.optional(Steps.noteKey.name)?.text()
    if let note { self.note(note) }
    var blocks: [[StepSyntax]] = []
    if let companion { blocks.append([try step(companion)]) }
    for list in try Self.lists(in: entry.value, of: type.value) { blocks.append(try steps(list)) }
    for key in type.beside {
      guard let node = beside.optional(key.name) else { continue }
      for list in try Self.lists(in: node, of: key.kind) { blocks.append(try steps(list)) }
    }
    let text = StepText(
      value: entry.value, beside: beside, blocks: blocks, hasCompanion: companion != nil)
    try type.describe(text, in: self)
    return StepSyntax(
      type: type, ordinal: ordinal, place: entry.key.range, note: note, text: text)
  }

  /// Where lists of steps stand in a value of a kind.
  private static func lists(in node: Node, of kind: Kind) throws(Diagnostic) -> [Node] {
    switch kind {
    case .steps: return [node]
    case .list(.table(let keys)):
      var found: [Node] = []
      for item in try node.list() {
        // What is no mapping, or lacks the key, is refused when the step is resolved.
        guard case .mapping(let entries) = item.value else { continue }
        for key in keys where key.kind == .steps {
          found += entries.filter { $0.name == key.name }.map(\.value)
        }
      }
      return found
    default: return []
    }
  }

  private static func type(named name: String) -> (any Step.Type)? {
    Steps.all.first { $0.keyword == name }
  }

  private static let known = Steps.all.filter { !$0.isHidden }.map { $0.keyword }
}
