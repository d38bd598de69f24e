// The memory of one object: itself, its values, its references.

extension ManagedObject {
  /// Shows every block that the object uses; fires nothing.
  package final func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, isFault ? .faults : .objects)
    // Nobody else shows the home of an object that its context has forgotten.
    if flags.contains(.detached) { home.showBlocks(to: visitor) }
    if let overlay {
      visitor.show(overlay, .objects)
      overlay.showCells(to: visitor)
    }
    visitor.show(row, .snapshots)
    guard let ties else { return }
    visitor.show(ties, .sets)
    for (index, tie) in home.layout.ties.enumerated() where tie.isToMany {
      ties.set(index)?.showBlocks(to: visitor)
    }
  }
}
