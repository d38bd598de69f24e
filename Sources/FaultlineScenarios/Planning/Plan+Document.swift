// A plan as other programs read it.

package import FaultlineMeasures

extension Plan {
  /// The plan of the scenario as a document has it.
  package var planned: PlannedScenario {
    PlannedScenario(
      name: scenario.name, title: scenario.title, file: scenario.file, parameters: parameters,
      trials: trials.map(\.planned), findings: remarks)
  }
}

extension Trial {
  /// The trial as a document has it.
  package var planned: PlannedTrial {
    PlannedTrial(
      key, settings: [Setting(name: "store", value: store.name)] + listed, warmup: warmup,
      repeats: repeats, operations: operations,
      warmupOperations: smallWarmUp?.operations, findings: remarks)
  }
}
