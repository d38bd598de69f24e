// The schemas of all documents that the tool writes or prints: each knows its own kind and no other.

@testable import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Testing

@testable import FaultlineCLI

struct `The schemas of the tool` {
  /// A store of one entity, as an inspection shows it.
  private static let inspection = """
    {"schemaVersion": 1, "kind": "store", "file": "App.sqlite", "findings": {"identifier": "1-2", "isOwn": true,
     "bytes": 4096, "journalBytes": 0, "externalFiles": 0, "externalBytes": 0, "pageSize": 4096,
     "modelSource": "inside", "modelWarnings": [], "triggers": [], "differences": [],
     "metadata": [{"key": "a", "value": "b"}],
     "entities": [{"name": "Person", "number": 1, "table": "ZPERSON", "rows": 2, "bytes": 64, "properties":
       [{"name": "name", "kind": "text", "place": "ZPERSON.ZNAME", "isTransient": false}]}],
     "tables": [{"name": "ZPERSON", "rows": 2, "bytes": 4096, "indexes":
       [{"name": "Z1", "columns": ["ZNAME"], "isUnique": true, "bytes": 64}]}]}}
    """

  private static let log = """
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPERSON t0
    CoreData: annotation: total fetch execution time: 0.0007s for 5 rows.
    """

  /// What a trial of the small scenario prints on its way to an end.
  private static func trialLines(
    _ task: TrialOrder.Task = .measuring(explainsPeak: false), in program: WholeProgram
  ) throws -> [String] {
    let order = TrialOrder("small/odd", of: "small.yaml", task: task)
    try program.write(order.input(try program.text(of: "small.yaml")), to: "order.txt")
    _ = program.shell(#"cd "$1" && exec "$2" trial <order.txt >lines.jsonl"#, []).run()
    return try program.text(of: "lines.jsonl").split(separator: "\n").map(String.init)
  }

  /// A document of each kind, as the tool makes them.
  private static func documents() throws -> [(name: String, json: String)] {
    let program = try WholeProgram(["small.yaml": smallScenario(), "app.log": log])
    _ = try program.run("run", "small.yaml", "--no-progress")
    _ = try program.run("accept", "--from", "Reports/out")
    _ = try program.run("replay", "small.yaml", "--out", "film.json", "-q")
    let check = try program.run("check", "small.yaml", "--no-progress", "--format", "json")
    _ = try program.run("history", "add", "Reports/out", "--revision", "one")
    let exported = try program.run("history", "export", "--format", "jsonl").output
    let reading = String(try #require(exported.split(separator: "\n").first))
    let plan = try program.run("plan", "small.yaml", "--format", "json")
    let recording = try program.run("import", "app.log", "--format", "json")
    _ = try program.run("sweep", "plan", "small.yaml", "--shards", "1")
    _ = try program.run("sweep", "run", "sweep", "--shard", "1", "-q")
    let trial = program.files(in: "sweep/trials").first { $0.hasSuffix(".jsonl") } ?? ""
    let trialLines = try program.text(of: "sweep/trials/\(trial)").split(separator: "\n")
    let tuned = try program.run(
      "tune", "small.yaml", "--least", "objects.live", "--format", "json", "-q")
    try program.write(smallScenario(expect: "objects.live == 1"), to: "small.yaml")
    let lines = try program.run("run", "small.yaml", "--no-progress", "--format", "jsonl").output
    let events = String(try #require(lines.split(separator: "\n").last))
    return [
      ("result", try program.text(of: "Reports/out/small.json")),
      ("machine", try program.text(of: "Reports/out/small.machine.json")),
      ("baseline", try program.text(of: "Reports/baselines/small.json")),
      ("comparison", check.output), ("plan", plan.output), ("history", reading),
      ("trial", try #require(try Self.trialLines(in: program).first)),
      ("film", try program.text(of: "film.json")),
      ("inspection", inspection), ("events", events), ("recording", recording.output),
      ("sweep", try program.text(of: "sweep/plan.json")), ("sweep-trial", String(trialLines[1])),
      ("tune", tuned.output),
    ]
  }

  @Test func `hold for their own kind of document and for no other`() throws {
    let documents = try Self.documents()
    #expect(documents.map(\.name) == DocumentSchema.all.map(\.name))
    for document in documents {
      for schema in DocumentSchema.all {
        let problems = try JSONSchema(schema.json).problems(of: document.json)
        #expect((problems == []) == (schema.name == document.name), "\(schema.name): \(problems)")
      }
    }
  }

  /// Every kind of line but the findings, which a trial has only where something is odd.
  @Test func `hold for each line of a trial, however it is played`() throws {
    let schema = try JSONSchema(DocumentSchema.trial.json)
    let odd = WireMessage.finding(
      Finding(
        kind: .leak, message: "Two objects are left.", advice: "Break it.", evidence: ["a"],
        trace: ["b"], fingerprint: "c"))
    var kinds: Set<Substring> = []
    func check(_ lines: [String]) throws {
      for line in lines {
        #expect(try schema.problems(of: line) == [], "\(line.prefix(200))")
        #expect(WireMessage(line: line)?.line == line)
        kinds.insert(line.dropFirst(2).prefix { $0 != "\"" })
      }
    }
    try check([odd.line])
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let tasks: [TrialOrder.Task] = [
      .measuring(explainsPeak: true), .film, .auxiliary(.references, scratch: nil),
      .auxiliary(.attribution(folder: "."), scratch: nil),
    ]
    for task in tasks {
      let lines = try Self.trialLines(task, in: program)
      #expect(!lines.isEmpty)
      try check(lines)
    }
    try program.write(smallScenario(step: "save: {refused: true}"), to: "small.yaml")
    try check(try Self.trialLines(in: program))
    #expect(kinds.isSuperset(of: ["sample", "finding", "film", "peak", "failure", "done"]))
    #expect(try schema.problems(of: #"{"done":true,"said":"Both."}"#) != [])
    #expect(WireMessage(line: #"{"done":true,"said":"Both."}"#) == nil)
  }

  @Test func `are what another validator takes them for`() throws {
    guard
      let answer = try ForeignValidator.problems(
        of: [(DocumentSchema.inspection.json, Self.inspection)])
    else { return }
    #expect(answer == "")
  }
}
