// Rules that a scenario switches off, to see what they are worth.

import Faultline
import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay

/// Which rules of a context do not hold; `retainsRegisteredObjects` is another.
package struct RuleSettings: Sendable {
  /// Whether a record has one object in the context.
  private(set) var uniquesObjects = true
  /// Whether objects may be faults.
  private(set) var usesFaults = true
  /// Whether faults look into the row cache.
  private(set) var usesRowCache = true
  /// Whether retain cycles that nothing outside reaches go by themselves.
  private(set) var collectsCycles = false
  /// Where faults or uniquing were switched off last.
  private var node: Node?

  /// The keys under `context`, and in a variant.
  static let keys = [
    Key(
      RuleSwitch.uniquesObjects.rawValue, .flag,
      "Whether a record has one object in the context (Q1), or one for each way to it; true if it is left out."
    ),
    Key(
      RuleSwitch.usesFaults.rawValue, .flag,
      "Whether objects may be faults (F8), or a fetch brings along all that they lead to; true if it is left out."
    ),
    Key(
      RuleSwitch.usesRowCache.rawValue, .flag,
      "Whether faults look into the row cache before they ask the store (F3); true if it is left out."
    ),
    Key(
      RuleSwitch.collectsCycles.rawValue, .flag,
      "Whether retain cycles that nothing reaches go when a turn ends, as by a collector (C1); false if it is left out."
    ),
  ]

  /// Takes over what a mapping says.
  mutating func apply(_ fields: Fields) throws(Diagnostic) {
    if let node = fields.optional(RuleSwitch.uniquesObjects.rawValue) {
      uniquesObjects = try node.flag()
      if !uniquesObjects { self.node = node }
    }
    if let node = fields.optional(RuleSwitch.usesFaults.rawValue) {
      usesFaults = try node.flag()
      if !usesFaults { self.node = node }
    }
    if let node = fields.optional(RuleSwitch.usesRowCache.rawValue) {
      usesRowCache = try node.flag()
    }
    if let node = fields.optional(RuleSwitch.collectsCycles.rawValue) {
      collectsCycles = try node.flag()
    }
  }

  /// Whether a context can do what is asked of it.
  func check() throws(Diagnostic) {
    guard !uniquesObjects, !usesFaults, let node else { return }
    throw node.diagnostic(
      "without faults and without uniquing, two objects that lead to each other would be loaded without end",
      notes: ["switch off one of 'usesFaults' and 'uniquesObjects', and leave the other on"])
  }

  /// Sets a context to it, which has its coordinator or parent by now and knows no objects yet.
  func apply(to context: ManagedObjectContext) throws(GraphError) {
    try context.setUniquesObjects(uniquesObjects)
    try context.setUsesFaults(usesFaults)
    context.usesRowCache = usesRowCache
    context.collectsCycles = collectsCycles
  }

  /// What is switched off, as a report lists it.
  var listed: [Setting] {
    var listed: [Setting] = []
    func list(_ rule: RuleSwitch, _ value: Bool, unless usual: Bool) {
      if value != usual { listed.append(Setting(name: rule.rawValue, value: "\(value)")) }
    }
    list(.uniquesObjects, uniquesObjects, unless: true)
    list(.usesFaults, usesFaults, unless: true)
    list(.usesRowCache, usesRowCache, unless: true)
    list(.collectsCycles, collectsCycles, unless: false)
    return listed
  }
}
