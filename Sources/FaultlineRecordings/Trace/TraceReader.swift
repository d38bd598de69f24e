// Tables of the Data Persistence instrument, as `xctrace export` writes them.

/// Reads exported tables: cells by the schema's order, and what they refer to by its number.
struct TraceReader {
  /// What a reference may lead to, without what no reader of ours asks for.
  private struct Element {
    var text = ""
    /// Of a thread: its words for people.
    var title = ""
    /// Of a backtrace: the place in the app; of a frame: its name and its program.
    var caller: String?
    var frame: String?
    var binary: (name: String, isOfSystem: Bool)?
  }

  private struct Open {
    let name: String
    let id: String?
    var element = Element()
    var isResolved = false
  }

  private var scanner = XMLScanner()
  private var known: [String: Element] = [:]
  private var stack: [Open] = []
  private var schema = ""
  private var columns: [String] = []
  private var isInSchema = false
  private var cells: [(name: String, element: Element)] = []
  private var row = 0
  private var order = 0
  /// Where a row of another document begins its numbers anew.
  private let file: Int

  /// Documents are not deeper.
  private static let deepest = 200
  private static let mostKnown = 5_000_000

  init(file: Int) { self.file = file }

  mutating func take(_ bytes: UnsafeRawBufferPointer, into recording: RecordingBuilder) {
    // The scanner is taken out, so that what it sends may change everything else.
    var scanner = self.scanner
    self.scanner = XMLScanner()
    scanner.take(bytes) { part in take(part, into: recording) }
    self.scanner = scanner
  }

  mutating func finish(into recording: RecordingBuilder) {
    if stack.contains(where: { $0.name == "row" }) {
      recording.count(.notUnderstood, in: file)
      recording.refuse(line: row, "the file ends within this row", in: file)
    }
    if scanner.isBroken || scanner.hasRest || !stack.isEmpty { recording.markCut(file) }
  }

  // MARK: - Parts of the document

  private mutating func take(_ part: XMLScanner.Part, into recording: RecordingBuilder) {
    switch part {
    case .open(let name, let attributes, let isEmpty):
      open(name, attributes)
      if isEmpty { close(name, into: recording) }
    case .close(let name): close(name, into: recording)
    case .text(let text):
      guard let last = stack.indices.last else { return }
      if stack[last].element.text.utf8.count < 65_536 { stack[last].element.text += text }
    }
  }

  private mutating func open(_ name: String, _ attributes: [String: String]) {
    if name == "trace-query-result" {
      known.removeAll()
      stack.removeAll()
    }
    if name == "schema" {
      schema = attributes["name"] ?? ""
      columns = []
      isInSchema = true
    }
    if name == "row" {
      row += 1
      cells = []
    }
    guard stack.count < Self.deepest else { return }
    var fresh = Open(name: name, id: attributes["id"])
    if let reference = attributes["ref"] {
      fresh.isResolved = true
      if let element = known["\(reference)"] { fresh.element = element }
    } else {
      fresh.element.title = attributes["fmt"] ?? ""
      if name == "binary" {
        let path = attributes["path"] ?? ""
        let isOfSystem =
          path.isEmpty || path.hasPrefix("/System/") || path.hasPrefix("/usr/")
          || path.contains("/System/Library/") || path.contains("/usr/lib/")
        fresh.element.binary = (attributes["name"] ?? "", isOfSystem)
      }
      if name == "frame" { fresh.element.frame = attributes["name"] ?? attributes["addr"] }
    }
    stack.append(fresh)
  }

  private mutating func close(_ name: String, into recording: RecordingBuilder) {
    // A tag that was damaged on the way closes nothing, or what is around it.
    guard let place = stack.lastIndex(where: { $0.name == name }) else { return }
    while stack.count > place {
      let closed = stack.removeLast()
      settle(closed, into: recording)
    }
  }

  private mutating func settle(_ closed: Open, into recording: RecordingBuilder) {
    if let id = closed.id, !closed.isResolved, known.count < Self.mostKnown {
      known[id] = closed.element
    }
    if isInSchema {
      if closed.name == "mnemonic" { columns.append(closed.element.text.trimmed) }
      if closed.name == "schema" { isInSchema = false }
      return
    }
    guard let parent = stack.last else { return }
    let last = stack.count - 1
    switch (parent.name, closed.name) {
    case ("frame", "binary"): stack[last].element.binary = closed.element.binary
    case (_, "frame"):
      // The first frame that is not the system's is the app's.
      if stack[last].element.caller == nil, let binary = closed.element.binary, !binary.isOfSystem {
        stack[last].element.caller = "\(binary.name) \(closed.element.frame ?? "")"
      }
    case ("row", _):
      if cells.count < 100 { cells.append((closed.name, closed.element)) }
    default: break
    }
    if closed.name == "row" { endRow(into: recording) }
  }

  // MARK: - Rows

  private mutating func endRow(into recording: RecordingBuilder) {
    order += 1
    guard let kind = TraceTable(rawValue: schema) else {
      recording.count(.unrelated, in: file)
      return
    }
    var cells: [String: Element] = [:]
    for (place, cell) in self.cells.enumerated() where columns.indices.contains(place) {
      if cell.name != "sentinel" { cells[columns[place]] = cell.element }
    }
    guard let start = cells["start"].flatMap({ Int(moderate: $0.text.trimmed) }) else {
      recording.count(.notUnderstood, in: file)
      recording.refuse(line: row, "a row of \(schema) without a time", in: file)
      return
    }
    guard
      let what = kind.event(
        cells.mapValues { ($0.text.trimmed, $0.title, $0.caller) }, start,
        Place(file: file, line: row))
    else {
      recording.count(.notUnderstood, in: file)
      recording.refuse(line: row, "a row of \(schema) without what it is about", in: file)
      return
    }
    recording.count(.understood, in: file)
    recording.add(TraceRow(what: what, start: start, order: file << 32 + order))
  }
}

/// The tables that say something of Core Data.
enum TraceTable: String {
  case fetch = "core-data-fetch"
  case fault = "core-data-fault"
  case relationshipFault = "core-data-relationship-fault"
  case save = "core-data-save"

  typealias Cell = (text: String, title: String, caller: String?)

  /// What a row says; nil where it lacks what it is about.
  func event(_ cells: [String: Cell], _ start: Int, _ place: Place) -> TraceRow.What? {
    let duration = (cells["duration"] ?? cells["fault-duration"]).flatMap { Int(moderate: $0.text) }
    let thread = cells["thread"]?.title
    if self == .save {
      var save = ObservedSave(at: place)
      save.start = start
      save.nanoseconds = duration
      save.thread = thread
      return .save(save)
    }
    guard var request = request(cells, place) else { return nil }
    request.start = start
    request.nanoseconds = duration
    request.thread = thread
    request.caller = cells["backtrace"]?.caller
    return .request(request)
  }

  private func request(_ cells: [String: Cell], _ place: Place) -> ObservedRequest? {
    switch self {
    case .fetch:
      guard let entity = cells["fetch-entity"]?.text, !entity.isEmpty else { return nil }
      var request = ObservedRequest(.fetch, of: EntityName(name: entity, table: nil), at: place)
      request.rows = cells["fetch-count"].flatMap { Int(moderate: $0.text) }
      return request
    case .fault:
      guard let object = Annotation.object(Substring(cells["fault-object"]?.text ?? "")) else {
        return nil
      }
      var request = ObservedRequest(
        .fault, of: EntityName(name: object.entity, table: nil), at: place)
      request.object = object.key
      return request
    case .relationshipFault:
      guard
        let object = Annotation.object(Substring(cells["relationship-fault-source"]?.text ?? "")),
        let relationship = cells["relationship"]?.text, !relationship.isEmpty
      else { return nil }
      var request = ObservedRequest(
        .relationship, of: EntityName(name: object.entity, table: nil), at: place)
      request.object = object.key
      request.relationship = relationship
      return request
    case .save: return nil
    }
  }
}

extension String {
  var trimmed: String {
    var text = self[...]
    text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

/// A request or a save, with its time.
struct TraceRow {
  enum What {
    case request(ObservedRequest)
    case save(ObservedSave)
  }

  let what: What
  let start: Int
  /// Which came first of those with the same time.
  let order: Int

  /// More are not put in order: they would fill the memory.
  static let most = 500_000
}
