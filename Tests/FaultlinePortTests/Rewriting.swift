// What tests of rules share: a target from texts, and its rewritten sources.

@testable import FaultlinePort

/// Ports one file of a target `App`, and returns it rewritten.
func rewritten(
  _ text: String, named name: String = "A.swift", model: String? = nil,
  inTests: Bool = false, options: PortOptions = PortOptions()
) -> String {
  port([name: text], model: model, options: options)
    .text("\(inTests ? "Tests" : "Sources")/App/\(name)")
}

/// Ports files of a target `App`.
func port(
  _ files: [String: String], model: String? = nil, resources: [PortTarget.File] = [],
  options: PortOptions = PortOptions()
) -> Port {
  Port([target("App", files, model: model, resources: resources)], options: options)
}

/// Makes a target from texts; its folder has its name in lower case.
func target(
  _ name: String, _ files: [String: String], model: String? = nil,
  resources: [PortTarget.File] = []
) -> PortTarget {
  var models: [ModelFolder] = []
  if let version = model.flatMap({ ModelSource(xml: Array($0.utf8)) }),
    let folder = ModelFolder(name: "Library", versions: [("Library", version)], pointer: nil)
  {
    models = [folder]
  }
  return PortTarget(
    name: name, folder: name.lowercased(),
    sources: files.sorted { $0.key < $1.key }
      .map { PortTarget.File(path: $0.key, bytes: Array($0.value.utf8)) },
    models: models, resources: resources)
}

extension Port {
  /// The text of a file of the package, or what is missing.
  func text(_ path: String) -> String {
    files[path].map { String(decoding: $0, as: UTF8.self) } ?? "no file \(path)"
  }

  /// The findings as lines.
  var findingLines: [String] {
    findings.map { "\($0.severity) \($0.path):\($0.line) \($0.reason)" }
  }
}
