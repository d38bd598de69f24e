// What can be seen in a film, and what ties it together.

extension Film {
  /// A root that holds objects, or objects that are alike in every frame.
  public struct Node: Sendable, Codable, Hashable {
    /// What sort of thing it is.
    public enum Kind: String, Sendable, Codable, Hashable, CaseIterable {
      case context, undo, pool, name, container, elsewhere, objects

      /// Whether it holds objects and is none.
      public var isRoot: Bool { self != .objects }
    }

    /// What sort of thing it is.
    public var kind: Kind
    /// What it is called: `staff`, `Employee 3`, `Employee × 50`.
    public var title: String
    /// The entity, of objects.
    public var entity: String?
    /// Which of the entity they are, where that helps: `1–50`.
    public var detail: String?
    /// Which instance of its record it is in its context, where another was there before: 2 or more.
    public var instance: Int?
    /// How many there are at most.
    public var count: Int

    /// Names a node.
    public init(
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
  public struct Edge: Sendable, Codable, Hashable {
    /// The place of the holder among the nodes.
    public var from: Int
    /// The place of what is held.
    public var to: Int
    /// Why.
    public var reason: HoldReason
    /// The relationship, where it is one.
    public var name: String

    /// Ties two nodes.
    public init(from: Int, to: Int, reason: HoldReason, name: String = "") {
      self.from = from
      self.to = to
      self.reason = reason
      self.name = name
    }
  }
}
