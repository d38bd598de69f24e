// A peak in its scenario: what was held there, and where in the text it happened.

import FaultlineMeasures

/// What a remedy may look at: the scenario as its author wrote it, and one part of a trial's peak.
struct PeakScene {
  /// One step on the way to the peak, with the list that it stands in.
  struct Site {
    let step: Node
    let keyword: String

    /// The value behind the keyword.
    var value: Node? { step[keyword] }
  }

  let root: Node
  let variant: String
  let peak: PeakExplanation
  /// Which part of the peak is looked at.
  let number: Int
  /// Whether the trial's contexts have a pool.
  let hasPool: Bool
  /// The steps around the peak, the outermost first, and at the end the one in which it happened; empty outside of all.
  let path: [Site]
  /// All steps in the order of the file, each with those around it.
  let sites: [[Site]]

  var part: PeakExplanation.Part { peak.parts[number] }

  /// Looks at one part of a peak.
  init(_ root: Node, variant: String, hasPool: Bool, peak: PeakExplanation, part number: Int) {
    self.root = root
    self.variant = variant
    self.hasPool = hasPool
    self.peak = peak
    self.number = number
    sites = root["steps"].map { Self.sites(in: $0, around: []) } ?? []
    let place = peak.step.flatMap(Self.place)
    path =
      sites.first { way in
        guard let key = way.last?.keywordNode else { return false }
        return place.map { $0 == (key.range.line, key.range.column) } ?? false
      } ?? []
  }

  /// Line and column at the end of a step's title, `fetch (pool.yaml:22:9)`.
  private static func place(_ title: String) -> (Int, Int)? {
    let numbers = title.dropLast().split(separator: ":").suffix(2).compactMap { Int($0) }
    return title.hasSuffix(")") && numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  private static func sites(in list: Node, around outer: [Site]) -> [[Site]] {
    guard case .list(let items) = list.value else { return [] }
    var found: [[Site]] = []
    for item in items {
      guard case .mapping(let entries) = item.value else { continue }
      let known = entries.filter { entry in Steps.all.contains { $0.keyword == entry.name } }
      guard let entry = known.first(where: { $0.name != NoteStep.keyword }) ?? known.first else {
        // An item of 'concurrently' is no step, and has some.
        for entry in entries { found += sites(in: entry.value, around: outer) }
        continue
      }
      let way = outer + [Site(step: item, keyword: entry.name)]
      found.append(way)
      for entry in entries { found += sites(in: entry.value, around: way) }
    }
    return found
  }
}

extension PeakScene.Site {
  /// Where the keyword stands.
  var keywordNode: Node? {
    guard case .mapping(let entries) = step.value else { return nil }
    return entries.first { $0.name == keyword }?.key
  }

  /// Whether the step names something, as `into`, as `objects`, or in whichever way.
  func mentions(_ name: String) -> Bool {
    guard case .mapping(let entries) = step.value else { return false }
    return entries.filter { $0.name != "steps" && $0.name != NoteStep.keyword }
      .contains { $0.value.mentions(name) }
  }
}

extension Node {
  /// Whether a word stands in one of its values; steps within it are not asked.
  fileprivate func mentions(_ name: String) -> Bool {
    switch value {
    case .scalar(let scalar):
      scalar.text.split { !($0.isLetter || $0.isNumber || "_-.".contains($0)) }
        .contains { $0 == name || $0.hasPrefix(name + ".") }
    case .list(let items):
      items.contains { item in
        if case .mapping = item.value { false } else { item.mentions(name) }
      }
    case .mapping(let entries): entries.contains { $0.value.mentions(name) }
    }
  }
}

extension PeakScene {
  /// Returns whether something holds the objects of the part, in whichever context.
  func isHeld(by holder: String) -> Bool { part.isHeld(by: holder) }

  /// The names of variables and containers that hold the objects of the part.
  var names: [String] {
    part.holders.compactMap { holder in
      let pieces = holder.split(separator: "'", omittingEmptySubsequences: false)
      // The pool of 'worker' is no variable of that name.
      return pieces.count > 2 && !pieces[0].hasSuffix(" of ") ? String(pieces[1]) : nil
    }
  }

  /// The innermost loop around the peak that plays several rounds.
  var loop: Site? { path.dropLast().last { $0.keyword == RepeatStep.keyword } }

  /// The last step of a list of steps.
  func last(of site: Site) -> Node? {
    guard case .list(let items)? = site.step["steps"]?.value else { return nil }
    return items.last
  }

  /// The fetch that the peak is about: the step itself, or the one whose name is touched there or holds the objects.
  var fetch: Site? {
    if let site = path.last, site.keyword == FetchStep.keyword { return site }
    var wanted = names
    if let site = path.last, let value = site.value {
      wanted += [value, value["objects"]].compactMap { $0?.scalar?.text }
    }
    return sites.compactMap(\.last).first { site in
      guard site.keyword == FetchStep.keyword, let into = site.value?["into"]?.scalar?.text else {
        return false
      }
      return wanted.contains(into)
    }
  }

  /// Sets a context setting for the variant alone, or for the scenario where it has no variants.
  func setting(_ name: String, to text: String) -> [TextEdit]? {
    if case .mapping(let variants)? = root["variants"]?.value,
      let entry = variants.first(where: { $0.name == variant })
    {
      guard entry.value.isBlank else { return entry.value.setting(name, to: text) }
      let end = entry.key.range.end + 1
      return [TextEdit(end, end, " {\(name): \(text)}")]
    }
    if let context = root["context"] { return context.setting(name, to: text) }
    guard case .mapping(let entries) = root.value,
      let steps = entries.first(where: { $0.name == "steps" })
    else { return nil }
    let start = steps.key.range.start
    return [TextEdit(start, start, "context: {\(name): \(text)}" + (root.isFlow ? ", " : "\n"))]
  }
}
