// What can be seen in a film, and what ties it together.

package import FaultlineKnowledge

extension Replay {
  /// A root that holds objects, or objects that are alike in every frame.
  package struct Node: Sendable, Codable, Hashable {
    /// What sort of thing it is.
    package enum Kind: String, Sendable, Codable, Hashable, CaseIterable {
      case context, undo, pool, name, container, elsewhere, objects

      /// Whether it holds objects and is none.
      package var isRoot: Bool { self != .objects }
    }

    /// What sort of thing it is.
    package var kind: Kind
    /// What it is called: `staff`, `Employee 3`, `Employee × 50`.
    package var title: String
    /// The entity, of objects.
    package var entity: String?
    /// Which of the entity they are, where that helps: `1–50`.
    package var detail: String?
    /// Which instance of its record it is in its context, where another was there before: 2 or more.
    package var instance: Int?
    /// How many there are at most.
    package var count: Int

    /// Names a node.
    package init(
      _ kind: Kind, _ title: String, entity: String? = nil, detail: String? = nil,
      instance: Int? = nil, count: Int = 1
    ) {
      self.kind = kind
      self.title = title
      self.entity = entity
      self.detail = detail
      self.instance = instance
      self.count = count
    }
  }

  /// A hold of one node on another, or a link that holds nothing.
  package struct Edge: Sendable, Codable, Hashable {
    /// The place of the holder among the nodes.
    package var from: Int
    /// The place of what is held.
    package var to: Int
    /// Why.
    package var reason: HoldReason
    /// The relationship, where it is one.
    package var name: String

    /// Ties two nodes.
    package init(from: Int, to: Int, reason: HoldReason, name: String = "") {
      self.from = from
      self.to = to
      self.reason = reason
      self.name = name
    }
  }
}
