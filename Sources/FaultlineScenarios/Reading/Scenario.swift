// What a scenario asks for: a model, steps, variants, what to measure, what must hold.

package import Faultline
import FaultlineAnalysis
import FaultlineKnowledge
package import FaultlineMeasures
import FaultlineReplay

/// One scenario file, read and understood as far as it can be without choosing a variant.
package struct Scenario: Sendable {
  /// The file as a user has named it, for messages.
  package let file: String
  /// The files that it names, as they stand there, and the folder from which they are named.
  package let foreign: (names: [String], folder: String)
  package let name: String
  package let title: String
  package let rules: [String]
  package let tags: [String]
  /// What the author explains: the file's own notes, then those of the steps.
  package let notes: [String]
  /// The file's own notes alone.
  let ownNotes: [String]
  package let model: ManagedObjectModel
  package let stores: [StoreSet]
  let seed: UInt64
  package let parameters: [Parameter]
  let context: ContextSettings
  /// What the stores hold before the first step.
  let data: DataText
  package let variants: [Variant]
  package let reference: String
  var matrix: Matrix
  let sizes: [ParameterSizes]
  let steps: [StepSyntax]
  /// What each step is called in messages, by number less one.
  let stepTitles: [String]
  let measure: Measure
  /// How much a pass may come to.
  var limits: PassLimits
  /// The question that its headline answers; nil for which variant has the lowest peak.
  package let goal: Goal?
  package let columns: [Column]
  let columnNodes: [Node]
  let expectations: [Expectation]
  /// What the steps expect here and now, by number less one.
  let momentaryExpectations: [MomentaryExpectation]
  /// What its steps ask with choices, in the order of the file.
  let questions: [OfferedQuestion]
  /// What readings may differ by from a baseline.
  let tolerances: [Tolerance]
  /// Where each tolerance is written.
  let toleranceNodes: [Node]
  /// What is added to the gate.
  package var gate: GateSettings
  /// The parts of the file, with their lines.
  let parts: [ScenarioPart]
  /// What the work is made of, each part with its fingerprint.
  package let workload: [Setting]
  /// Whether a search varies what can be undone: then it may be undone in some cell.
  var searchesUndo = false

  /// How often a pass is played.
  struct Measure: Sendable {
    var repeats = 3
    var warmup = 1
  }
}

extension Scenario {
  /// The file as results name it, on every machine alike.
  package var portableFile: String { FilePath.portable(file) }

  /// All that decides which rows a store is filled with, under these parameters.
  func dataWords(_ parameters: Names) -> [String] {
    let model = workload.first { $0.name == "model" }?.value.plain ?? ""
    let values = parameters.settings.flatMap { [$0.name, $0.value.plain] }
    return [model, data.fingerprint, "\(data.seed ?? seed)"] + values
  }

  /// The checkpoints that columns show and that a step has to take.
  var columnCheckpoints: Set<String> {
    Set(columns.map(\.checkpoint)).subtracting(CheckpointNames.ends)
  }

  /// Whether there is an undo manager in any cell, chosen for this run or not.
  func canUndo() throws(Diagnostic) -> Bool {
    if searchesUndo { return true }
    let isVaried = matrix.axes.contains { $0.name == "undo" }
    var settings = isVaried ? [] : variants.map(\.settings)
    let overrides = matrix.axes.flatMap(\.values) + matrix.included.flatMap(\.overrides)
    for override in overrides {
      var varied = ContextSettings()
      varied.undo = .none
      try override.apply(to: &varied)
      settings.append(varied)
    }
    return settings.contains { $0.undo != .none }
  }

  /// The words that its parameters choose among.
  var vocabulary: Vocabulary {
    var words: [String: [String]] = [:]
    for parameter in parameters {
      if case .choice(let allowed) = parameter.kind { words[parameter.name] = allowed }
    }
    return Vocabulary(
      words, numbers: Set(parameters.filter(\.isNumber).map(\.name)), arguments: argumentNames)
  }
}

/// Something that a run may choose.
package struct Parameter: Sendable {
  /// What it may be.
  enum Kind: Sendable {
    case integer(ClosedRange<Int>)
    case choice([String])

    /// Reads a value of the kind.
    func value(_ node: Node) throws(Diagnostic) -> Setting.Value {
      switch self {
      case .integer(let range):
        return try node.integerOrOff(in: range, hasUnits: true).map(Setting.Value.whole)
          ?? .word(DisabledKeyword.word)
      case .choice(let words):
        // The author's own word for it is the one that steps compare it with.
        if node.isOff, let own = DisabledKeyword.word(among: words) { return .word(own) }
        return .word(try node.choice(among: words))
      }
    }
  }

  package let name: String
  let kind: Kind
  let usual: Setting.Value
  /// The value of a quick run, if it has one of its own.
  let quick: Setting.Value?

  /// Whether it is a number and no word.
  var isNumber: Bool {
    if case .integer = kind { true } else { false }
  }

  /// The key that sets it in a variant.
  var key: Key {
    switch kind {
    case .integer(let range): Key(name, .integer(range).orOff, "A parameter of the scenario.")
    case .choice(let words): Key(name, .choice(words), "A parameter of the scenario.")
    }
  }
}

/// A way to run the scenario, beside others.
package struct Variant: Sendable {
  package let name: String
  let settings: ContextSettings
  /// The parameters that it sets.
  let parameters: [String: Setting.Value]
  /// Everything that it sets, by name.
  let sets: [String]
}

/// Something that must hold after the run.
struct Expectation: Sendable {
  let that: Formula
  let because: String?
  /// The questions that it answers, by number.
  let answers: [Int]
  /// The cells that it is asked of.
  let pattern: CellPattern
  let place: SourceRange

  /// The metrics of the end that it asks for by their bare names.
  func bareMetrics(among metrics: Set<String>) -> [Mention] {
    that.mentions.filter { $0.role.isOperand && metrics.contains($0.metricName) }
  }

  /// Whether every reading names its variant, so that one answer serves all variants.
  func namesItsVariants(among metrics: Set<String>) -> Bool {
    let forms = that.root.metricForms
    return !forms.isEmpty && forms.allSatisfy(\.namesItsVariant)
      && bareMetrics(among: metrics).isEmpty
  }

  /// The parameter over whose sizes every reading is fitted, so that one answer serves all of them.
  func sizesItIsFittedOver(among metrics: Set<String>) -> String? {
    let fitted = that.root.metricForms.map(\.fittedParameter)
    guard let first = fitted.first, let first, fitted.allSatisfy({ $0 == first }),
      bareMetrics(among: metrics).isEmpty
    else { return nil }
    return first
  }
}

/// Something that must hold at the moment when its step is played.
struct MomentaryExpectation: Sendable {
  let that: Formula
  let because: String?
  let place: SourceRange
}

extension MetricForm {
  /// Whether the question says itself which variant it is about.
  var namesItsVariant: Bool {
    switch self {
    case .reading(_, _, let variant), .peak(_, let variant): variant != nil
    case .ratio: true
    case .delta, .slope, .growth: false
    }
  }

  /// The parameter over whose sizes it is fitted, if it is.
  var fittedParameter: String? {
    if case .growth(_, _, let parameter) = self { parameter.text } else { nil }
  }
}

extension FormulaTree {
  /// The questions about readings, in the order of the text.
  var metricForms: [MetricForm] {
    switch kind {
    case .metric(let form): [form]
    case .number, .truth, .name: []
    case .negative(let part), .not(let part): part.metricForms
    case .binary(_, let left, let right): left.metricForms + right.metricForms
    case .call(_, let parts): parts.flatMap(\.metricForms)
    }
  }
}

// Which rules a scenario shows, and by which of its expectations.
extension Scenario {
  /// An expectation of a scenario that cites a rule.
  package struct Citation: Sendable {
    /// The rules that it cites.
    package let rules: [String]
    /// What it expects.
    package let that: String
    /// Where it stands.
    package let place: SourcePlace
  }

  /// Every expectation that cites a rule: those of the end before those of its steps.
  package var citations: [Citation] {
    let all =
      expectations.map { ($0.that, $0.because, $0.place) }
      + momentaryExpectations.map { ($0.that, $0.because, $0.place) }
    return all.compactMap { that, because, place in
      let cited = RuleText.cited(in: because ?? "", knowing: rules)
      guard !cited.isEmpty else { return nil }
      return Citation(
        rules: cited, that: that.description,
        place: SourcePlace(file: place.file, line: place.line, column: place.column))
    }
  }

  /// The expectations that cite a rule.
  package func citations(of rule: String) -> [Citation] {
    citations.filter { $0.rules.contains(rule) }
  }

  /// Whether it names the rule, or one of its expectations does.
  package func shows(_ rule: String) -> Bool {
    rules.contains(rule) || citations.contains { $0.rules.contains(rule) }
  }
}

extension Scenario {
  /// The questions that its expectations answer, by number.
  package var answers: [Int] { Set(expectations.flatMap(\.answers)).sorted() }

  /// The names of what its variants set.
  package var variedSettings: Set<String> { Set(variants.flatMap(\.sets)) }

  /// The questions that its steps ask in the inventory, by number.
  package var inventory: [Int] { questions.compactMap(\.inventory) }
}

/// The words of each parameter that is a choice, and the names that metrics have as arguments.
struct Vocabulary: Sendable {
  private let words: [String: [String]]
  /// The parameters that are numbers, which may be switched off.
  private let numbers: Set<String>
  let arguments: ArgumentNames

  init(_ words: [String: [String]], numbers: Set<String>, arguments: ArgumentNames) {
    self.words = words
    self.numbers = numbers
    self.arguments = arguments
  }

  /// Refuses arguments of metrics that name nothing, and a name beside `==` or `!=` that is neither known nor a word of
  /// the other side.
  func check(_ formula: Formula, known: [String]) throws(Diagnostic) {
    for mention in formula.mentions { try arguments.check(mention, formula) }
    var spelt: Set<Range<Int>> = []
    for (one, other) in formula.root.equalities {
      for (subject, other) in [(one, other), (other, one)] {
        if case .name(let number) = subject.kind, case .name(let word) = other.kind,
          numbers.contains(number.text), DisabledKeyword.isMeant(by: word.text)
        {
          spelt.insert(word.offsets)
        }
        guard let allowed = self.allowed(beside: subject), case .name(let word) = other.kind,
          !known.contains(word.text)
        else { continue }
        let isOff =
          DisabledKeyword.isMeant(by: word.text) && DisabledKeyword.word(among: allowed) != nil
        guard isOff || allowed.contains(word.text) else {
          throw formula.unknown("word", word, known: allowed)
        }
        spelt.insert(word.offsets)
      }
    }
    for mention in formula.mentions
    where mention.role == .nameOrWord && !known.contains(mention.metricName)
      && !spelt.contains(mention.offsets)
    {
      throw formula.unknown("name", mention, known: known)
    }
  }

  /// The words that may stand on the other side of `==`.
  private func allowed(beside side: FormulaTree) -> [String]? {
    switch side.kind {
    case .name(let name): words[name.text]
    case .metric(.growth): SizeGrowth.allCases.map(\.rawValue)
    default: nil
    }
  }
}

extension FormulaTree {
  /// What stands on both sides of `==` or `!=`, in the order of the text.
  fileprivate var equalities: [(FormulaTree, FormulaTree)] {
    switch kind {
    case .number, .truth, .name, .metric: return []
    case .negative(let part), .not(let part): return part.equalities
    case .call(_, let parts): return parts.flatMap(\.equalities)
    case .binary(let sign, let left, let right):
      let own = sign == .equal || sign == .unequal ? [(left, right)] : []
      return left.equalities + own + right.equalities
    }
  }
}
