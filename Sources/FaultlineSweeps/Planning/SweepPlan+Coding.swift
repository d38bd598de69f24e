// The plan as a document: a table of fields for each of its parts.

package import FaultlineMeasures
package import FaultlineScenarios
import Foundation

extension SweepPlan: VersionedRecord {
  package static let fields: [Field<SweepPlan>] = [
    Field("name", \.name, .text),
    Field("shards", \.shards, .whole(in: shardCounts)),
    Field(ifKnown: "revision", \.revision, .text),
    Field("choices", \.choices, .named("choices")),
    Field("scenarios", \.scenarios, .list(.named("scenario"))),
  ]
}

extension SweepChoices: FieldRecord {
  package static let fields: [Field<SweepChoices>] = [
    Field(unlessEmpty: "variants", \.variants, .texts),
    Field(unlessEmpty: "stores", \.stores, .texts),
    Field(unlessEmpty: "only", \.only, .texts),
    Field(unlessEmpty: "parameters", \.parameters, .named("settings")),
    Field(unlessEmpty: "limits", \.limits, .named("settings")),
    Field(unlessEmpty: "behaves", \.behaves, .texts),
    Field(ifKnown: "quick", \.quick, .truth),
    Field(ifKnown: "isUnexplained", \.isUnexplained, .truth),
    Field(ifKnown: "repeats", \.repeats, .whole(from: 1)),
    Field(ifKnown: "timeoutMilliseconds", \.timeout, .whole(from: 1)),
    Field(ifKnown: "memoryLimit", \.memoryLimit, .whole(from: 1)),
  ]
}

extension SweepScenario: FieldRecord {
  package static let fields: [Field<SweepScenario>] = [
    Field("name", \.name, .text),
    Field("file", \.file, .text),
    Field("text", \.text, .text),
    Field(unlessEmpty: "files", \.files, .named("settings")),
    Field("cells", \.cells, .list(.named("cell"))),
  ]

  /// Reads a scenario's cells, which do not name it.
  package init(from decoder: any Decoder) throws {
    self.init()
    try Self.fields.read(into: &self, from: decoder)
    for place in cells.indices { cells[place].trial.scenario = name }
  }
}

extension SweepCell: FieldRecord {
  package static let fields: [Field<SweepCell>] = [
    Field("key", \.key, .text),
    Field("variant", \.trial.variant, .text),
    Field(unlessEmpty: "axes", \.trial.axes, .named("settings")),
    Field(unlessEmpty: "sizes", \.trial.sizes, .named("settings")),
    Field(ifKnown: "store", \.trial.store, .text),
    Field(unlessEmpty: "over", \.over, .named("settings")),
    Field("operations", \.operations, .whole(from: 0)),
    Field("passes", \.passes, .whole(from: 1)),
    Field("shard", \.shard, .whole(in: SweepPlan.shardCounts)),
  ]

  /// Writes a cell; the id is a view of the fields, for those who look one up.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(id, forKey: FieldName(stringValue: "id"))
    try Self.fields.write(self, to: encoder)
  }
}

extension SweepPlan {
  /// The document: sorted keys, a newline at the end.
  package var json: String { StableJSON.text(of: self) }

  /// Reads the plan of a folder; one that was changed by hand is refused, for no trial would answer for it.
  package static func read(_ folder: SweepFolder) throws(Diagnostic) -> SweepPlan {
    guard FileManager.default.fileExists(atPath: folder.plan) else {
      throw Diagnostic(
        "there is no plan in this folder", file: folder.plan,
        notes: ["'faultline sweep plan FILE… --shards N --out \(folder.path)' makes one"])
    }
    let plan: SweepPlan
    do {
      plan = try StableJSON.read(
        SweepPlan.self, from: FilePath.url(folder.plan), newest: currentSchemaVersion)
    } catch {
      let reason = (error as? ResultFileError)?.reason ?? "\(error)"
      throw Diagnostic("this plan cannot be used: \(reason)", file: folder.plan)
    }
    let isSound = plan.cells.allSatisfy { (1...max(1, plan.shards)).contains($0.shard) }
    guard plan.name == plan.digest, isSound else {
      throw Diagnostic(
        "this plan is not as it was written: its name does not fit what it says",
        file: folder.plan, notes: ["make it anew with 'faultline sweep plan'"])
    }
    return plan
  }
}
