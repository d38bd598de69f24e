// Derived attributes: computed by the save, for changed objects and for objects that depend on them.

import Foundation

extension SavePipeline {
  /// What a save has done to derive values, for the case that it fails.
  struct Derived {
    /// Objects that are written only because they depend on others.
    fileprivate var followers: [ManagedObject] = []
    fileprivate var former: [(object: ManagedObject, slot: Int, value: Value)] = []
  }

  /// Computes the derived attributes of every object that the save writes (semantics 153); notes what was there.
  ///
  /// An object that depends on a changed one, and can be reached from there, is written too.
  mutating func deriveValues() throws(GraphError) {
    let plan = try context.coordinator().managedObjectModel.derivations
    guard !plan.isEmpty else { return }
    for object in context.changes.list.objects(where: { $0.hasChanges }) {
      for source in plan.sources[object.identityTable.index] where object.touches(source.property) {
        for other in try object.walk(source.back) where !other.hasChanges {
          try other.beginChange()
          derived.followers.append(other)
        }
      }
    }
    for object in context.changes.list.objects(where: { $0.hasChanges && !$0.isDeleted }) {
      for target in plan.targets[object.identityTable.index] {
        let old = try object.value(at: target.slot)
        let new = try object.derived(target)
        guard new != old else { continue }
        derived.former.append((object, target.slot, old))
        object.writeDerived(new, at: target.slot)
      }
    }
  }

  /// After a save that failed: derived attributes are as they were, and no object stays changed for them alone.
  func takeBackDerivedValues() {
    // Of a save that failed halfway, what was written stays as it was derived.
    for one in derived.former.reversed() where one.object.hasChanges {
      one.object.writeDerived(one.value, at: one.slot)
    }
    for follower in derived.followers where follower.flags.contains(.pinned) {
      context.unpin(follower)
      follower.flags.subtract([.changed, .updated])
    }
  }
}

extension ManagedObject {
  fileprivate final func touches(_ property: DerivationPlan.Source.Property) -> Bool {
    guard !isNew, let overlay else { return true }
    return switch property {
    case .slot(let slot): isDeleted || overlay.isOwn(slot: slot)
    case .tie(let tie): isDeleted || overlay.isOwn(tie: tie)
    }
  }

  /// Every object at the end of a path of relationships.
  fileprivate final func walk(_ ties: [Int]) throws(GraphError) -> [ManagedObject] {
    var ends = [self]
    for tie in ties {
      var next: [ManagedObject] = []
      for end in ends { next += try end.destinations(tie) }
      ends = next
    }
    return ends
  }

  fileprivate final func derived(_ target: DerivationPlan.Target) throws(GraphError) -> Value {
    guard let attribute = identityTable.layout.slots[target.slot].attribute else { return .none }
    let ends = try walk(target.route.ties).filter { !$0.isDeleted }
    var values: [Value] = []
    if let leaf = target.route.leaf {
      for end in ends { values.append(try end.value(at: leaf)) }
    }
    return try attribute.fitted(
      target.derivation.value(of: values, count: ends.count, as: attribute.attributeType),
      entity: entity.name)
  }

  fileprivate final func writeDerived(_ value: Value, at slot: Int) {
    if let overlay { store(value, slot, in: overlay, silently: true) }
  }
}

extension Derivation {
  fileprivate func value(of values: [Value], count: Int, as type: AttributeType) -> Value {
    switch operation {
    case .now: return .date(Date())
    case .copy: return values.first ?? .none
    case .canonical:
      return text(values) {
        $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      }
    case .uppercase: return text(values) { $0.uppercased() }
    case .lowercase: return text(values) { $0.lowercased() }
    case .count: return .integer(count)
    case .sum: return sum(values, as: type)
    }
  }

  private func text(_ values: [Value], _ change: (String) -> String) -> Value {
    guard case .text(let text)? = values.first else { return .none }
    return .text(change(text))
  }

  private func sum(_ values: [Value], as type: AttributeType) -> Value {
    var whole = 0
    var exact = Decimal(0)
    var rough = 0.0
    for value in values {
      switch value {
      case .integer(let number):
        whole = whole &+ number
        exact += Decimal(number)
        rough += Double(number)
      case .decimal(let number):
        exact += number
        rough += NSDecimalNumber(decimal: number).doubleValue
      case .double(let number):
        rough += number
        exact += number.isFinite ? Decimal(number) : 0
      default: continue
      }
    }
    switch type {
    case .decimal: return .decimal(exact)
    case .double, .float: return .double(rough)
    default:
      if values.contains(where: { if case .integer = $0 { false } else { $0 != .none } }) {
        return .integer(Int(exactly: rough.rounded(.towardZero)) ?? 0)
      }
      return .integer(whole)
    }
  }
}
