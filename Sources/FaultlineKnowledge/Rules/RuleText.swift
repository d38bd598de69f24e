// The rules in a line each, for readers who do not know them by their letters and numbers.

package import FaultlineMeasures

/// What the rules say, in short; the article on the rules says it at length.
package enum RuleText {
  /// Every rule that there is, in the order in which they are taught.
  package static let all: [(id: String, text: String)] = [
    (
      "L1", "An instance's life is its own: for one record any number of instances may come and go."
    ),
    (
      "L2",
      "A new object is handed out autoreleased: its change holds it, and the pool of the turn."
    ),
    ("L3", "A deleted record's instance goes when its last holder does."),
    (
      "R1",
      "A context finds its objects and does not hold them; the pool drains when the turn ends."
    ),
    ("R2", "A context does not live because its objects do."),
    ("R3", "A context holds what has unsaved changes, until they are saved or gone."),
    ("R4", "With retainsRegisteredObjects a context holds every registered object."),
    ("R5", "To keep just what you need, hold it in a container of your own."),
    ("R6", "Code that passes an object's ID keeps the object until the other side has the row."),
    ("R7", "A context's coordinator cannot be taken away; let the context go instead."),
    (
      "C1",
      "A realized relationship is a strong reference: two objects that point at each other stay."
    ),
    ("C2", "A refresh without merging makes a fault and drops what it referred to."),
    (
      "C3",
      "Objects of a broken retain cycle go when everything outside of the graph has released them."
    ),
    ("C4", "Refreshing away an unsaved relationship leaves the other end saved alone."),
    ("U1", "The undo manager holds every object whose change could be undone or done again."),
    ("U2", "By default the undo stack has no end."),
    ("U3", "Removing all actions, or a limit of levels, lets go of what was held for them."),
    ("U4", "The undo manager dies with its context unless something else holds it."),
    ("U5", "Without an undo manager an import needs a fraction of the memory."),
    ("U6", "When every change of an object was undone, the context holds it no longer."),
    ("F1", "A fault is a placeholder of the right class without values, and needs no neighbours."),
    ("F2", "A fault fires by itself when it is asked for a value."),
    ("F3", "A fault that fires looks into the row cache first, and asks the store only then."),
    ("F4", "An object that is no fault has its data in memory; of a fault that is not said."),
    ("F5", "Filling faults in batches turns many trips to the store into a few."),
    ("F6", "Turning into a fault frees values and references; the next access makes them current."),
    ("F7", "Observers are notified when an object turns into a fault, and again when it fires."),
    ("F8", "Faults keep one object from pulling the whole graph into memory."),
    ("F9", "To-many relationships have faults of their own."),
    ("Q1", "In one context there is one object for each record."),
    ("Q2", "Several objects for one record would contradict each other."),
    ("Q3", "Every fetched object is registered; another context has a copy of its own."),
    ("P1", "A context's parent is a coordinator or another context."),
    ("P2", "A save moves changes one level up and no further."),
    ("P3", "A parent never pulls changes out of a child, nor does a child learn of its parent's."),
    ("P4", "A confinement context cannot be a parent."),
    ("P5", "A child's edits can be thrown away."),
    ("P6", "Each context belongs to its queue or thread."),
    ("P7", "Objects never cross threads; their IDs do."),
    ("P8", "One coordinator may serve many contexts and hold several stores."),
    ("P9", "There are stores of several types."),
    ("N1", "Changes and saves are announced, and an observer of one context hears only that one."),
    ("N2", "A merge brings another context's save in."),
    ("N3", "A results controller follows its context's changes and saves."),
    ("N4", "Validation, inverses, delete rules and undo are the context's work."),
  ]

  /// What a rule says, if it is one.
  package static func text(of rule: String) -> String? { all.first { $0.id == rule }?.text }

  /// The rules that a text cites, as in "(C1, R3)": each once, in the order of the text.
  ///
  /// A scenario's own rules are known by their names alone, so they have to be given.
  package static func cited(in text: String, knowing others: [String] = []) -> [String] {
    let known = Set(all.map(\.id)).union(others)
    var cited: [String] = []
    for group in text.split(separator: "(").dropFirst() {
      guard let end = group.firstIndex(of: ")") else { continue }
      let words = group[..<end].split(separator: ",").map { $0.drop(while: \.isWhitespace) }
      // A bracket with other words in it is a remark and no citation.
      guard words.allSatisfy({ known.contains(String($0)) }) else { continue }
      for word in words.map(String.init) where !cited.contains(word) { cited.append(word) }
    }
    return cited
  }
}

/// A setting that takes a rule away from a context, by the name that scenarios and results have for it.
///
/// No app has such a context, so a report compares it and never recommends it.
package enum RuleSwitch: String, Sendable, CaseIterable {
  /// Off, every way to a record makes an object of its own (Q1).
  case uniquesObjects
  /// Off, a fetch brings along all that it leads to (F8).
  case usesFaults
  /// Off, every fault that fires asks the store (F3).
  case usesRowCache
  /// On, unreachable retain cycles go by themselves (C1).
  case collectsCycles
}

extension TrialResult {
  /// Whether a rule was switched off: then the settings say so.
  package var breaksRules: Bool {
    settings.contains { RuleSwitch(rawValue: $0.name) != nil }
  }
}
