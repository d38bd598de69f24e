// Events become nodes; what the format does not admit is refused on the way.

/// Builds the one document of a text.
struct NodeComposer {
  /// The deepest nesting that is read, so that walking a document needs little stack.
  static let deepest = 64

  /// The most nodes that aliases may add, so that a small text cannot stand for a huge one.
  static let mostExpanded = 10_000

  /// A node with what an alias to it would cost.
  private struct Composed {
    let node: Node
    var size = 1
    /// The levels of lists and mappings in it; none for a scalar.
    var height = 0
  }

  private struct Anchor {
    let place: SourceRange
    var composed: Composed?
  }

  private let events: YAMLEvents
  private var anchors: [String: Anchor] = [:]
  private var expanded = 0

  init(_ events: YAMLEvents) {
    self.events = events
  }

  mutating func document() throws(Diagnostic) -> Node {
    let source = events.source
    let empty = Diagnostic("there is nothing in this file", at: source.range(0, 0))
    _ = try events.next()
    let start = try events.next()
    guard case .documentStart = start.kind else { throw empty }
    try refuseTag(of: start)
    let root = try compose(try events.next(), depth: 1).node
    _ = try events.next()
    let next = try events.next()
    guard case .streamEnd = next.kind else {
      throw Diagnostic("a second document starts here; a file holds one", at: next.range)
    }
    if root.isBlank { throw empty }
    return root
  }

  private mutating func compose(
    _ event: YAMLEvents.Event, depth: Int
  ) throws(Diagnostic) -> Composed {
    try refuseTag(of: event)
    if case .alias(let name) = event.kind { return try expand(name, event, depth: depth) }
    try open(event)

    let start = contentStart(of: event)
    let composed: Composed
    switch event.kind {
    case .scalar(let scalar):
      let range = event.range.source.range(start, event.range.end)
      guard !scalar.text.unicodeScalars.contains("\0") else {
        throw Diagnostic("text cannot hold a NUL character", at: range)
      }
      composed = Composed(node: Node(.scalar(scalar), at: range))
    case .listStart: composed = try list(from: start, event, depth: depth)
    case .mappingStart: composed = try mapping(from: start, event, depth: depth)
    default: throw Diagnostic("expected a value", at: event.range)
    }
    if let anchor = event.anchor { anchors[anchor]?.composed = composed }
    return composed
  }

  private func refuseTag(of event: YAMLEvents.Event) throws(Diagnostic) {
    guard event.tag != nil else { return }
    throw Diagnostic(
      "tags are not part of the format", at: event.range,
      notes: ["a value that starts with '!' belongs in quotes"])
  }

  // MARK: - Lists and mappings

  private mutating func list(
    from start: Int, _ event: YAMLEvents.Event, depth: Int
  ) throws(Diagnostic) -> Composed {
    try checkDepth(depth, at: event.range)
    var items: [Node] = []
    var size = 1
    var height = 0
    while true {
      let next = try events.next()
      if case .listEnd = next.kind {
        let range = event.range.source.range(start, next.range.end)
        return Composed(node: Node(.list(items), at: range), size: size, height: height + 1)
      }
      let item = try compose(next, depth: depth + 1)
      items.append(item.node)
      size += item.size
      height = max(height, item.height)
    }
  }

  private mutating func mapping(
    from start: Int, _ event: YAMLEvents.Event, depth: Int
  ) throws(Diagnostic) -> Composed {
    try checkDepth(depth, at: event.range)
    var entries: [Node.Entry] = []
    var places: [String: SourceRange] = [:]
    var size = 1
    var height = 0
    while true {
      let next = try events.next()
      if case .mappingEnd = next.kind {
        let range = event.range.source.range(start, next.range.end)
        return Composed(node: Node(.mapping(entries), at: range), size: size, height: height + 1)
      }
      let key = try self.key(next, depth: depth)
      let name = key.scalar?.text ?? ""
      if let first = places.updateValue(key.range, forKey: name) {
        throw key.diagnostic(
          "the key \(name.inQuotes) stands here a second time",
          notes: ["it stands first at \(first.line):\(first.column)"])
      }
      let value = try compose(try events.next(), depth: depth + 1)
      entries.append(Node.Entry(key: key, value: value.node))
      size += 1 + value.size
      height = max(height, value.height)
    }
  }

  private mutating func key(_ event: YAMLEvents.Event, depth: Int) throws(Diagnostic) -> Node {
    guard case .scalar = event.kind else {
      throw Diagnostic("a key must be text", at: event.range)
    }
    let key = try compose(event, depth: depth).node
    if key.isBlank { throw key.diagnostic("expected a key before ':'") }
    if let scalar = key.scalar, scalar.isPlain, scalar.text == "<<" {
      throw key.diagnostic(
        "unknown key '<<'", notes: ["merge keys are not part of the format; write the keys out"])
    }
    return key
  }

  private func checkDepth(_ depth: Int, at range: SourceRange) throws(Diagnostic) {
    guard depth <= Self.deepest else {
      throw Diagnostic("nested deeper than \(Self.deepest) levels", at: range)
    }
  }

  // MARK: - Anchors and aliases

  private mutating func open(_ event: YAMLEvents.Event) throws(Diagnostic) {
    guard let name = event.anchor else { return }
    if let first = anchors[name] {
      throw Diagnostic(
        "the anchor \("&\(name)".inQuotes) stands here a second time", at: event.range,
        notes: ["it stands first at \(first.place.line):\(first.place.column)"])
    }
    anchors[name] = Anchor(place: event.range)
  }

  private mutating func expand(
    _ name: String, _ event: YAMLEvents.Event, depth: Int
  ) throws(Diagnostic) -> Composed {
    guard let anchor = anchors[name] else {
      let known = anchors.keys.sorted()
      throw .unknown("anchor", name, at: event.range, known: known)
    }
    guard let composed = anchor.composed else {
      throw Diagnostic("\("*\(name)".inQuotes) stands inside the value it names", at: event.range)
    }
    expanded += composed.size
    guard expanded <= Self.mostExpanded else {
      throw Diagnostic("aliases add more than \(Self.mostExpanded) values", at: event.range)
    }
    try checkDepth(depth + composed.height - 1, at: event.range)
    return composed
  }

  /// Where a value begins behind its anchor; libyaml counts the anchor to the value.
  private func contentStart(of event: YAMLEvents.Event) -> Int {
    guard let anchor = event.anchor else { return event.range.start }
    let source = event.range.source
    var offset = event.range.start + 1 + anchor.unicodeScalars.count
    while let scalar = source.scalar(at: offset), scalar == " " || scalar == "\t" { offset += 1 }
    // A block under its anchor begins on a later line: then the anchor is the better place.
    guard offset < event.range.end, let scalar = source.scalar(at: offset), scalar != "\n",
      scalar != "#"
    else { return event.range.start }
    return offset
  }
}
