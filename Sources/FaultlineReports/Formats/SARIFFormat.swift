// What is wrong, at its place in the scenario, for code scanning: SARIF 2.1.0.

import FaultlineMeasures
import FaultlinePages
import Foundation

/// Writes every trouble as a result of static analysis.
package struct SARIFFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "sarif"
  /// The ending of the files it fills.
  package static let fileExtension = "sarif"

  /// Makes the format.
  package init() {}

  /// Writes a log of one run; what passed is not in it.
  package func render(_ report: Report) -> String {
    let driver = Log.Driver(
      name: "faultline", rules: Report.Case.Kind.allCases.map(Log.Rule.init))
    let results = report.cases.filter(\.isTrouble).map(Log.Result.init)
    return StableJSON.text(
      of: Log(runs: [Log.Run(tool: Log.Tool(driver: driver), results: results)]))
  }
}

/// The parts of the format that are used.
private struct Log: Encodable {
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    var tool: Tool
    var results: [Result]
    var columnKind = "unicodeCodePoints"
  }

  struct Tool: Encodable {
    var driver: Driver
  }

  struct Driver: Encodable {
    var name: String
    var rules: [Rule]
  }

  struct Message: Encodable {
    var text: String
  }

  struct Rule: Encodable {
    var id: String
    var shortDescription: Message

    init(_ kind: Report.Case.Kind) {
      id = kind.rawValue
      shortDescription =
        switch kind {
        case .expectation: Message(text: "What a scenario expects holds.")
        case .trial: Message(text: "Every trial ends, and its passes read the same.")
        case .baseline: Message(text: "No reading is worse than the one that was accepted.")
        }
    }
  }

  struct Result: Encodable {
    var ruleId: String
    var level: String
    var message: Message
    var locations: [Location]
    var partialFingerprints: [String: String]

    init(_ item: Report.Case) {
      ruleId = item.kind.rawValue
      level = "error"
      let lines = ["\(item.name): \(item.message)"] + item.details
      message = Message(text: lines.map(HarmlessText.line).joined(separator: "\n"))
      locations = item.place.map { [Location(physicalLocation: Place($0))] } ?? []
      partialFingerprints = ["faultline/v1": item.fingerprint]
    }
  }

  struct Location: Encodable {
    var physicalLocation: Place
  }

  struct Place: Encodable {
    var artifactLocation: Artifact
    var region: Region

    init(_ place: SourcePlace) {
      artifactLocation = Artifact(uri: Self.uri(place.file))
      region = Region(startLine: max(1, place.line), startColumn: max(1, place.column))
    }

    /// A path as a URI reference; a colon in its first part would be taken for a scheme.
    private static func uri(_ path: String) -> String {
      var allowed = CharacterSet.urlPathAllowed
      allowed.remove(":")
      let text = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
      return path.hasPrefix("/") ? "file://" + text : text
    }
  }

  struct Artifact: Encodable {
    var uri: String
  }

  struct Region: Encodable {
    var startLine: Int
    var startColumn: Int
  }
}
