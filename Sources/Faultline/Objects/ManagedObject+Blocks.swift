// The memory of one object: itself, its values, its references.

extension ManagedObject {
  /// Shows every block that the object uses, unless it was shown already; fires nothing.
  package final func showBlocks(to visitor: BlockVisitor) {
    guard visitor.show(self, isFault ? .faults : .objects) else { return }
    // The identity table of an object that its context has forgotten is shown by nothing else.
    if flags.contains(.detached) { identityTable.showBlocks(to: visitor) }
    withOverlay { overlay in
      visitor.show(overlay, .objects)
      overlay.showCells(to: visitor)
    }
    visitor.show(at: rowAddress, .snapshots)
    if flags.contains(.hasReadFiles) {
      FileValues.shared.showBlocks(of: numberInProcess, to: visitor)
    }
    guard let ties else { return }
    if let tieBlock { visitor.show(at: Address(bits: UInt(bitPattern: tieBlock)), .sets) }
    for tie in identityTable.plan.pointee.collections {
      ties.withSet(tie) { $0.showBlocks(to: visitor) }
    }
  }
}
