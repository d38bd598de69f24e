// The axes of a search: those of a scenario's matrix, others beside them, and a single cell among all.

package import FaultlineMeasures

/// A setting or a parameter with the values that a search may give it, each as a command line writes it.
package struct SearchedAxis: Sendable {
  package let name: String
  package let values: [String]

  package init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }

  /// A value as a node; a number of turns that can be undone is short for a table of levels.
  fileprivate static func node(_ text: String, of name: String) throws(Diagnostic) -> Node {
    let argument = Node(argument: text, of: "--over \(name)")
    if name == "undo", Int(text) != nil {
      let key = Node(.scalar(Node.Scalar(text: "levels", style: .plain)), at: argument.range)
      return Node(.mapping([Node.Entry(key: key, value: argument)]), at: argument.range)
    }
    guard text.hasPrefix("{") || text.hasPrefix("[") else { return argument }
    return try YAMLReader.read(text, file: "--over \(name)")
  }
}

extension Scenario {
  /// What the matrix varies.
  package var searchedAxes: [SearchedAxis] {
    matrix.axes.map { axis in
      SearchedAxis(name: axis.name, values: axis.values.map(\.node.flow))
    }
  }

  /// Whether a variant, or the matrix, says something of a setting.
  package func variesOrSets(_ name: String) -> Bool {
    matrix.axes.contains { $0.name == name } || variants.contains { $0.sets.contains(name) }
  }

  /// Whether a name is one of the parameters, and no setting of the context.
  package func isParameter(_ name: String) -> Bool { parameters.contains { $0.name == name } }

  /// The sizes of parameters that a search takes, which is the last of each series.
  package func searchedSizes(quick: Bool) -> [Setting] {
    sizes.compactMap { series in
      (quick ? series.quick ?? series.usual : series.usual).last.map {
        Setting(name: series.parameter, value: $0)
      }
    }
  }

  /// The value of a parameter in a quick run, where it has one of its own.
  package func quickValue(of name: String) -> Setting? {
    parameters.first { $0.name == name }?.quick.map { Setting(name: name, value: $0) }
  }

  /// Reads a value for an axis, for what is wrong with it.
  package func check(_ value: Setting) throws(Diagnostic) { _ = try fixing([value]) }

  /// The scenario with one value on each of some axes, whatever its matrix says of them.
  func fixing(_ values: [Setting]) throws(Diagnostic) -> Scenario {
    guard !values.isEmpty else { return self }
    var scenario = self
    for setting in values {
      let text = setting.value.plain
      let value = try SearchedAxis.node(text, of: setting.name)
      let key = Node(argument: setting.name, of: "--over")
      let known = Override.keys(parameters).map(\.name)
      guard known.contains(setting.name) else {
        throw .unknown(
          "setting or parameter", setting.name, at: key.range, known: known,
          plural: "settings and parameters")
      }
      let fixed = Matrix.Axis(
        name: setting.name,
        values: [try Override(Node.Entry(key: key, value: value), parameters)])
      if let place = scenario.matrix.axes.firstIndex(where: { $0.name == setting.name }) {
        scenario.matrix.axes[place] = fixed
      } else {
        scenario.matrix.axes.append(fixed)
      }
      if setting.name == "undo" { scenario.searchesUndo = true }
    }
    scenario.matrix.included = []
    return scenario
  }
}

extension Node {
  /// The value in one line.
  fileprivate var flow: String {
    switch value {
    case .scalar(let scalar): scalar.text
    case .list(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.name): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }
}
