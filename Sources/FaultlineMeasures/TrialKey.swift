// Which trial it is: one combination of everything that a scenario varies. The plan makes it, the result keeps
// it and reports read it; ids and titles are views of it, and no text is ever taken apart to find it again.

/// The identity of a trial.
package struct TrialKey: Sendable, Hashable {
  /// The scenario's name.
  package var scenario: String
  /// The variant's name.
  package var variant: String
  /// The choices that the matrix makes, in the order of the file.
  package var axes: [Setting]
  /// The sizes of parameters, in the order of the file.
  package var sizes: [Setting]
  /// The store, where the scenario runs on several: one alone needs no mention.
  package var store: String?

  /// Names a trial.
  package init(
    scenario: String, variant: String, axes: [Setting] = [], sizes: [Setting] = [],
    store: String? = nil
  ) {
    self.scenario = scenario
    self.variant = variant
    self.axes = axes
    self.sizes = sizes
    self.store = store
  }

  /// What is varied beside the variant.
  private var surroundings: [String] {
    (axes + sizes).map(\.assignment) + (store.map { [$0] } ?? [])
  }

  /// The id under which results and baselines are filed, such as `first-light/refresh/rows=1000/sqlite`.
  package var id: String { ([scenario, variant] + surroundings).joined(separator: "/") }

  /// What reports call it: `refresh · rows=1000 · sqlite`.
  package var title: String { ([variant] + surroundings).joined(separator: " · ") }

  /// What all variants in the same place share, such as `rows=1000 · sqlite`; nil when only variants differ.
  package var place: String? {
    surroundings.isEmpty ? nil : surroundings.joined(separator: " · ")
  }

  /// The size of a parameter, if it has sizes.
  package func size(of parameter: String) -> Int? {
    sizes.first { $0.name == parameter }?.value.whole
  }

  /// The same trial whatever the size of a parameter is.
  package func without(size parameter: String) -> TrialKey {
    var key = self
    key.sizes.removeAll { $0.name == parameter }
    return key
  }

  /// Another variant in the same place.
  package func with(variant: String) -> TrialKey {
    var key = self
    key.variant = variant
    return key
  }
}
