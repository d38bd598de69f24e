// Which properties of which other objects a question looks at.

/// One look at a property of an object that is not the one that is asked about.
struct QueryReach {
  enum Property {
    case attribute(slot: Int)
    case relationship(tie: Int)
  }

  /// To-many relationships on the way, without what subqueries want of their members.
  let links: [Chain.Link]
  /// The way from the object that is asked about, or from the last member, to the one that is looked at.
  let path: BoundPath
  let property: Property

  /// Whether one of some objects is reached.
  func condition(_ objects: ConstantSet) -> BoundCondition {
    let isOne = BoundCondition.among(.object(path), objects)
    return links.isEmpty ? isOne : .exists(Chain(links: links), isOne)
  }
}

/// Collects all looks of a question.
struct QueryReaches {
  private(set) var all: [QueryReach] = []
  /// For each scope, the to-many relationships that lead to it.
  private var ways: [Int: [Chain.Link]] = [:]

  init(_ question: StoreQuestion) {
    if let condition = question.condition { visit(condition) }
    for key in question.order { visit(key.term) }
  }

  private mutating func visit(_ condition: BoundCondition) {
    switch condition {
    case .truth: break
    case .all(let parts), .any(let parts): for part in parts { visit(part) }
    case .not(let part): visit(part)
    case .compare(let one, _, let two), .text(let one, _, let two, _):
      visit(one)
      visit(two)
    case .between(let term, let low, let high): for part in [term, low, high] { visit(part) }
    case .among(let term, _): visit(term)
    case .exists(let chain, let condition):
      visit(chain)
      visit(condition)
    }
  }

  private mutating func visit(_ term: BoundTerm) {
    switch term {
    case .constant: break
    case .attribute(let path, let slot):
      visit(path)
      add(path, .attribute(slot: slot))
    case .object(let path): visit(path)
    case .negative(let part), .folded(let part, _): visit(part)
    case .arithmetic(_, let one, let two):
      visit(one)
      visit(two)
    case .function(_, let parts): for part in parts { visit(part) }
    case .ternary(let condition, let one, let two):
      visit(condition)
      visit(one)
      visit(two)
    case .aggregate(_, let chain, let term):
      visit(chain)
      if let term { visit(term) }
    case .groupAggregate(_, let term): if let term { visit(term) }
    }
  }

  private mutating func visit(_ path: BoundPath) {
    var way = BoundPath(scope: path.scope, entity: path.entity)
    for step in path.steps {
      way.entity = step.entity
      add(way, .relationship(tie: step.tie))
      way.steps.append(step)
    }
  }

  private mutating func visit(_ chain: Chain) {
    for link in chain.links {
      visit(link.owner)
      add(link.owner, .relationship(tie: link.tie))
      var open = link
      open.condition = nil
      ways[link.scope] = (ways[link.owner.scope] ?? []) + [open]
      if let condition = link.condition { visit(condition) }
    }
  }

  private mutating func add(_ path: BoundPath, _ property: QueryReach.Property) {
    let links = ways[path.scope] ?? []
    // The object itself is judged anew whenever anything of it has changed.
    guard !links.isEmpty || !path.steps.isEmpty else { return }
    all.append(QueryReach(links: links, path: path, property: property))
  }
}
