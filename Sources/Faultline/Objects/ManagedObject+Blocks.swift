// The memory of one object: itself, its values, its references.

extension ManagedObject {
  /// Shows every block that the object uses, unless somebody else has shown it; fires nothing.
  package final func showBlocks(to visitor: BlockVisitor) {
    guard visitor.show(self, isFault ? .faults : .objects) else { return }
    // Nobody else shows the home of an object that its context has forgotten.
    if flags.contains(.detached) { home.showBlocks(to: visitor) }
    withOverlay { overlay in
      visitor.show(overlay, .objects)
      overlay.showCells(to: visitor)
    }
    visitor.show(at: rowAddress, .snapshots)
    withTies { ties in
      visitor.show(ties, .sets)
      for tie in home.plan.pointee.collections { ties.withSet(tie) { $0.showBlocks(to: visitor) } }
    }
  }
}
