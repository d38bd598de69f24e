// Laws between targets: what a target imports, directly or through others, is never what its layer must not know.

import Foundation
import Testing

struct `Targets` {
  /// A law: the targets on the left reach none of the modules on the right, by however many imports.
  private struct Law: Sendable, CustomTestStringConvertible {
    let targets: [String]
    let forbidden: [String]

    init(_ targets: String, never forbidden: String) {
      self.targets = targets.split(separator: " ").map(String.init)
      self.forbidden = forbidden.split(separator: " ").map(String.init)
    }

    var testDescription: String { targets.joined(separator: ", ") }
  }

  private static let instruments = "Faultline FaultlineProfiler FaultlineScenarios CFaultline"
  private static let allocator = "CJemalloc CAllocator CYAML"

  private static let laws = [
    // The graph and the measurements do not know each other.
    Law(
      "Faultline FaultlineSQLite", never: "FaultlineMeasures FaultlineReports FaultlineHistory"),
    Law("FaultlineMeasures FaultlineReports FaultlineHistory", never: instruments),
    Law("FaultlineReplay FaultlinePages FaultlineRecordings", never: instruments),
    Law("FaultlineKnowledge FaultlineAnalysis", never: instruments),
    // What is known and concluded has no layout, and what is run has neither layout nor command line.
    Law(
      "FaultlineMeasures FaultlineKnowledge FaultlineAnalysis FaultlineHistory",
      never: "FaultlineReplay FaultlinePages FaultlineReports"),
    Law("FaultlineReplay FaultlineProfiler", never: "FaultlinePages FaultlineReports"),
    Law(
      "FaultlineExperiments FaultlineScenarios",
      never: "FaultlinePages FaultlineReports FaultlineCLI"),
    Law("FaultlineRecordings", never: "FaultlineReplay FaultlineReports FaultlineSQLite CSQLite"),
    // Only the instruments know the allocator.
    Law("Faultline FaultlineSQLite FaultlineMeasures", never: allocator),
    Law("FaultlineReports FaultlineHistory FaultlineRecordings", never: allocator),
    Law("Faultline FaultlineMeasures FaultlineReports", never: "CSQLite CZlib"),
    // Test support is not part of a product.
    Law(
      "FaultlineCLI FaultlineTestPrograms FaultlineTesting",
      never: "FaultlineTestSupport FaultlineTestGraph"),
    Law("FaultlineTesting", never: "FaultlineSweeps FaultlineHistory FaultlineRecordings"),
    Law(
      "FaultlineTestSupport FaultlineMeasuresTests FaultlineReportsTests FaultlineHistoryTests",
      never: "Faultline FaultlineSQLite"),
  ]

  /// The folders of targets that do not have their name.
  private static let folders = [
    "Tests/Support/Text": "FaultlineTestSupport", "Tests/Support/Graph": "FaultlineTestGraph",
    "Tests/Support/Programs": "FaultlineTestPrograms",
  ]

  /// The modules that each target imports.
  ///
  /// The strict build holds that the manifest declares them.
  private static let imports: Result<[String: Set<String>], any Error> = Result {
    var imports: [String: Set<String>] = [:]
    for top in ["Sources", "Tests"] {
      let folder = SourceFile.root.appending(path: top)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      // What an article offers for download is compiled elsewhere.
      where path.hasSuffix(".swift") && !path.contains(".docc/") {
        let path = "\(top)/\(path)"
        let target =
          folders.first { path.hasPrefix("\($0.key)/") }?.value
          ?? String(path.split(separator: "/")[1])
        let text = try String(contentsOf: SourceFile.root.appending(path: path), encoding: .utf8)
        imports[target, default: []].formUnion(modules(importedBy: text))
      }
    }
    return imports
  }

  private static let attributes: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "@testable", "@_exported",
    "@preconcurrency",
  ]
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
  ]

  /// Returns the modules of the import declarations of a file.
  private static func modules(importedBy text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard line.utf8.count < 100, line.contains("import ") else { return nil }
      let words = line.split(separator: " ").drop(while: attributes.contains)
      guard words.first == "import" else { return nil }
      let path = words.dropFirst().drop(while: kinds.contains).first
      return path?.split(separator: ".").first.map(String.init)
    }
  }

  /// Returns every module that a target imports, directly or through others.
  private static func reach(_ target: String, _ imports: [String: Set<String>]) -> Set<String> {
    var reached: Set<String> = []
    var next = [target]
    while let target = next.popLast() {
      for module in imports[target] ?? [] where reached.insert(module).inserted {
        next.append(module)
      }
    }
    return reached
  }

  @Test(arguments: laws) private func `reach nothing that their layer must not know`(law: Law)
    throws
  {
    let imports = try Self.imports.get()
    #expect(imports.count > 20)
    for target in law.targets {
      let reached = Self.reach(target, imports)
      #expect(!reached.isEmpty, "\(target) imports nothing: is there such a target?")
      #expect(reached.intersection(law.forbidden).isEmpty, "\(target)")
    }
    let known = Set(imports.keys).union(imports.values.joined())
    #expect(Set(law.forbidden).subtracting(known).isEmpty, "no target imports these")
  }

  @Test func `import what a declaration names, whatever its attributes`() {
    let text =
      "import A\n  @preconcurrency public import B\nimport struct C.D\n// import E\nlet import F"
    #expect(Self.modules(importedBy: text) == ["A", "B", "C"])
  }

  @Test func `are reached through others`() {
    let imports: [String: Set<String>] = ["A": ["B"], "B": ["C", "A"], "C": []]
    #expect(Self.reach("A", imports) == ["A", "B", "C"])
    #expect(Self.reach("C", imports) == [])
  }
}
