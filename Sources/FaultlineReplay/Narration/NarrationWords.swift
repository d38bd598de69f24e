// What is said of objects and of their holders.

package import FaultlineKnowledge
import FaultlineMeasures

/// The words for nodes and holds of a film.
package struct NarrationWords {
  /// Some objects as the subject of a sentence.
  struct Subject {
    package let text: String
    package let isOne: Bool

    package var `is`: String { isOne ? "is" : "are" }
    package var has: String { isOne ? "has" : "have" }
    package var them: String { isOne ? "it" : "them" }
    /// `It is`, or `They are`, at the beginning of a sentence.
    package var these: String { isOne ? "It is" : "They are" }
  }

  private let film: Replay

  package init(_ film: Replay) { self.film = film }

  /// `Department 1 and 50 Employee objects`.
  func some(_ some: [FrameDifference.Some]) -> Subject {
    var counts: [(entity: String, count: Int, only: String?)] = []
    for part in some {
      let node = film.nodes[part.node]
      let entity = node.entity ?? node.title
      let only = node.count == 1 ? node.title : nil
      if let place = counts.firstIndex(where: { $0.entity == entity }) {
        counts[place].count += part.count
        counts[place].only = nil
      } else {
        counts.append((entity, part.count, only))
      }
    }
    let texts = counts.map { entity, count, only in
      only ?? counted(count, "\(entity) object")
    }
    return Subject(
      text: Self.list(texts), isOne: counts.count == 1 && counts.first?.count == 1)
  }

  func some(orNone some: [FrameDifference.Some]) -> Subject? {
    some.isEmpty ? nil : self.some(some)
  }

  /// A node in the middle of a sentence.
  func name(_ node: Int) -> String {
    let description = film.nodes[node]
    guard description.count > 1, let entity = description.entity else { return description.title }
    return "\(NumberText.grouped(description.count)) \(entity) objects"
  }

  /// Whether a node is one object.
  func isOne(_ node: Int) -> Bool { film.nodes[node].count == 1 }

  /// What holds, and how long, as it stands after "held by".
  package static func holder(_ node: Replay.Node, _ reason: HoldReason) -> String {
    let holder = subject(node)
    switch reason {
    case .change: return "\(holder) for unsaved changes"
    case .deletion: return "\(holder) until delete rules are followed"
    case .telling: return "\(holder) until observers are notified"
    case .conflict: return "\(holder) until the next save detects conflicts"
    case .retained: return "\(holder) that retains its objects"
    case .pool: return "\(holder) until the turn ends"
    default: return holder
    }
  }

  /// What holds, as the subject of a sentence.
  static func subject(_ node: Replay.Node) -> String {
    switch node.kind {
    case .context, .undo, .pool, .container: "the \(node.title)"
    case .name: "the variable '\(node.title)'"
    case .elsewhere: "a holder that the engine does not know"
    case .objects: node.title
    }
  }

  /// Several holders of one sort, as the subject of a sentence, and whether they are one.
  static func subject(_ nodes: [Replay.Node]) -> (text: String, isOne: Bool) {
    guard nodes.count > 1, nodes.allSatisfy({ $0.kind == .name }) else {
      return (list(nodes.map(subject)), nodes.count == 1)
    }
    return ("the variables \(list(nodes.map { "'\($0.title)'" }))", false)
  }

  /// The rule by which something holds the objects of a node.
  package func rule(_ reason: HoldReason, of node: Int) -> String {
    switch reason {
    case .change, .deletion, .telling, .conflict: "R3"
    case .retained: "R4"
    case .undo, .redo: "U1"
    // What was fetched is not new.
    case .pool: film.hasInserted(node) ? "L2" : "R1"
    case .container: "R5"
    case .relationship, .fetched: "C1"
    case .parent: "P1"
    case .name, .elsewhere, .weak, .observer: ""
    }
  }

  /// A sentence names so many holders, or one more where that is all; the table beside it has all of them.
  private static let mostHolders = 2
  /// Three holders are named in so many words, or the third has a sentence of its own.
  private static let mostWords = 14

  /// `held by the undo manager (U1) and the variable 'staff'`, or nil where no holder is known.
  static func held(by holders: [(text: String, rule: String)]) -> String? {
    guard !holders.isEmpty else { return nil }
    let named = holders.map { $0.text + ($0.rule.isEmpty ? "" : " (\($0.rule))") }
    guard named.count == mostHolders + 1 else {
      let more = named.count - mostHolders
      return "held by "
        + list(named.prefix(mostHolders) + (more > 0 ? ["\(more) more"] : []))
    }
    let words = holders.reduce(0) { $0 + $1.text.split(separator: " ").count }
    guard words > mostWords else { return "held by " + list(named) }
    return
      "held by \(list(Array(named.prefix(mostHolders)))). A third hold is that of \(named[mostHolders])"
  }

  static func list(_ parts: [String]) -> String {
    guard parts.count > 2 else { return parts.joined(separator: " and ") }
    return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }
}

extension Replay {
  /// Returns a Boolean value that indicates whether the script inserted an object of a node.
  package func hasInserted(_ node: Int) -> Bool {
    frames.contains { ($0.state(of: node)?.inserted ?? 0) > 0 }
  }
}
