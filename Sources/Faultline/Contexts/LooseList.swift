// What a context has made for others, or others for it: known here as long as it is held elsewhere.

/// Things that are not held, in the order in which they came.
struct LooseList<Target: AnyObject> {
  private var links: [LooseLink<Target>] = []

  /// Takes one in, and forgets those that have gone.
  mutating func add(_ link: LooseLink<Target>) {
    links.removeAll(where: \.isCut)
    links.append(link)
  }

  /// Whether all have gone.
  var isEmpty: Bool { links.isEmpty || links.allSatisfy(\.isCut) }

  /// Visits those that are still there, each held meanwhile.
  func forEach(_ body: (Target) -> Void) {
    for link in links {
      if let target = link.target { body(target) }
    }
  }

  /// Shows the list, and what is still there by a function.
  func showBlocks(to visitor: BlockVisitor, _ show: (Target) -> Void) {
    visitor.show(elementsOf: links, .registry)
    for link in links {
      visitor.show(link, .registry)
      link.target.map(show)
    }
  }
}
