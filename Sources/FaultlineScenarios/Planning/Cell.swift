// Where a trial stands in the product of variants, matrix, sizes and stores.

package import FaultlineMeasures

/// One combination of everything that a scenario varies.
package struct Cell: Sendable {
  /// The name of the variant.
  package let variant: String
  /// What the matrix gives it, in the order of the file.
  package let axes: [Setting]
  /// What the sizes give it, in the order of the file.
  package let sizes: [Setting]
  /// The name of the store.
  package let store: String
  /// Whether the scenario has other stores: one kind needs no telling.
  let tellsStore: Bool

  /// What a pattern asks for by name; nil for what this cell has not.
  func value(of name: String) -> String? {
    switch name {
    case "variant": variant
    case "store": store
    default: (axes + sizes).first { $0.name == name }?.value
    }
  }

  /// The parts of the id, which must not depend on what was chosen for one run.
  private var parts: [String] {
    [variant] + varied
  }

  private var varied: [String] {
    (axes + sizes).map { "\($0.name)=\($0.value)" } + (tellsStore ? [store] : [])
  }

  /// The id of the trial, under which results and baselines are filed.
  func id(in scenario: String) -> String { ([scenario] + parts).joined(separator: "/") }

  /// What reports call the trial.
  package var title: String { parts.joined(separator: " · ") }

  /// What all variants in the same place share, for readers; nil when nothing is varied but them.
  var surroundings: String? {
    varied.isEmpty ? nil : varied.joined(separator: " · ")
  }

  /// The same place whatever the size of a parameter is.
  func without(size parameter: String) -> Cell {
    Cell(
      variant: variant, axes: axes, sizes: sizes.filter { $0.name != parameter }, store: store,
      tellsStore: tellsStore)
  }

  /// The size of a parameter.
  func size(_ parameter: String) -> Int? {
    sizes.first { $0.name == parameter }.flatMap { Int($0.value) }
  }
}
