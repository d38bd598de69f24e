// Derived attributes: computed by the save from an object's own values, or kept by its store.

import Foundation

extension SavePipeline {
  /// What a save has done to derive values, for the case that it fails.
  struct Derived {
    fileprivate var former: [(object: ManagedObject, slot: Int, value: Value)] = []
  }

  /// Computes what every object that the save writes derives from its own values (semantics 153); notes what was there.
  mutating func deriveValues() throws(GraphError) {
    let plan = try context.coordinator().managedObjectModel.derivations
    guard !plan.isEmpty else { return }
    for object in context.changes.list.objects(where: { $0.hasChanges && !$0.isDeleted }) {
      for target in plan.own[object.identityTable.index] {
        let old = try object.value(at: target.slot)
        let new = try object.derived(target)
        guard new != old else { continue }
        derived.former.append((object, target.slot, old))
        object.writeDerived(new, at: target.slot)
      }
    }
  }

  /// After a save that failed: derived attributes are as they were.
  func takeBackDerivedValues() {
    // Of a save that failed halfway, what was written stays as it was derived.
    for one in derived.former.reversed() where one.object.hasChanges {
      one.object.writeDerived(one.value, at: one.slot)
    }
  }
}

extension ManagedObject {
  fileprivate final func derived(_ target: DerivationPlan.Target) throws(GraphError) -> Value {
    guard let attribute = identityTable.layout.slots[target.slot].attribute else { return .none }
    let value = try target.route.leaf.map { (leaf) throws(GraphError) in try self.value(at: leaf) }
    return try attribute.fitted(target.derivation.value(of: value ?? .none), entity: entity.name)
  }

  fileprivate final func writeDerived(_ value: Value, at slot: Int) {
    if let overlay { store(value, slot, in: overlay, silently: true) }
  }
}

extension Derivation {
  /// Computes the attribute from a value of the same object.
  func value(of value: Value) -> Value {
    func text(_ change: (String) -> String) -> Value {
      guard case .text(let text) = value else { return .none }
      return .text(change(text))
    }
    return switch operation {
    case .now: .date(Date())
    case .canonical: text { TextMatching.folded($0, .canonical) }
    case .uppercase: text { $0.uppercased() }
    case .lowercase: text { $0.lowercased() }
    // A relationship leads to what is counted and summed, and stores do that.
    case .copy, .count, .sum: value
    }
  }
}
