// The undo manager of a context, with the members that programs call.

public import Faultline
import Foundation

/// Remembers what was changed, so that it can be undone.
public typealias UndoManager = Faultline.UndoManager

extension UndoManager {
  /// Lets a function be called by the undo of the group that is open; the target is not kept.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    registerUndo { [weak target] in
      if let target { handler(target) }
    }
  }

  /// Reverses the group that is open.
  public func undoNestedGroup() { undo() }
}

/// Runs a body and returns what it made.
///
/// Objects die with their last reference, as under ARC, so there is no pool to drain.
public func autoreleasepool<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
  try body()
}
