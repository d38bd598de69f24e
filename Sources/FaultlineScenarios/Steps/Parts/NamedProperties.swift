// Which properties of objects a step is about.

import Faultline

/// Attributes that are stored and to-one relationships, as a list of names.
struct NamedProperties: Sendable {
  static let kind = Kind.either([.name, .list(.name)])

  private let names: [String]
  /// Whether the step is about everything.
  var isEmpty: Bool { names.isEmpty }

  /// Reads the list, for objects of an entity; without one the step is about everything.
  init(_ node: Node?, of entity: EntityDescription) throws(Diagnostic) {
    var names: [String] = []
    for node in node?.items ?? [] {
      let name = try node.identifier()
      try node.pointing { () throws(QueryMistake) in
        try PropertyExpression(name).check(inObjectsOf: entity)
      }
      names.append(name)
    }
    if let node, names.isEmpty {
      throw node.diagnostic(
        "no property is named", notes: ["leave 'properties' out where all of an object is meant"])
    }
    self.names = names
  }

  /// What a request has to name.
  var expressions: [PropertyExpression] { names.map { PropertyExpression($0) } }

  /// Reads what the step is about: an object that does not know it fires.
  func read(_ object: ManagedObject) throws(GraphError) {
    guard !isEmpty else { return try object.realize() }
    for name in names {
      switch try object.property(name) {
      case .attribute(let slot): _ = try object.value(at: slot)
      case .relationship(let tie): _ = try object.destination(tie)
      }
    }
  }
}

/// Keys in their order, neighbours as one range.
package struct RecordKeys: Sendable {
  private(set) var ranges: [ClosedRange<Int>] = []
  private(set) var count = 0

  /// Reads what a scenario has.
  init(_ node: Node) throws(Diagnostic) {
    for part in try node.text().split(separator: ",") {
      let words = part.split(separator: "...", omittingEmptySubsequences: false)
        .map { Int($0.drop { $0 == " " }.prefix { $0 != " " }) }
      guard let first = words.first ?? nil, let last = words.last ?? nil, words.count <= 2,
        first > 0, first <= last
      else {
        throw node.diagnostic(
          "\(node.inWords) are no keys", notes: ["keys are written '7', or '1...3, 7'"])
      }
      ranges.append(first...last)
      count = count.adding(last - first + 1)
    }
    guard !ranges.isEmpty else { throw node.diagnostic("expected keys, found \(node.inWords)") }
  }

  /// Writes keys as a scenario has them.
  package static func text(_ keys: [Int]) -> String {
    var parts: [ClosedRange<Int>] = []
    for key in keys {
      // The largest key has no next one.
      if let last = parts.last, last.upperBound < key, last.upperBound + 1 == key {
        parts[parts.count - 1] = last.lowerBound...key
      } else {
        parts.append(key...key)
      }
    }
    return parts.map {
      $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)...\($0.upperBound)"
    }.joined(separator: ", ")
  }
}
