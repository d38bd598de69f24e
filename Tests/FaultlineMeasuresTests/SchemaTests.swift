// The published schemas are true of what is written, and false of what is not.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

struct `The published schemas` {
  /// Documents in which everything is there that may be there.
  private static let documents: [(name: String, json: String)] = {
    var run = Bench.run([
      Bench.trial("let go"),
      Bench.trial("refresh", death: Death(cause: .silence, lastStep: "save", lastEvents: ["save"])),
    ])
    run.scenarios[0].trials[0].key.store = "sqlite"
    run.scenarios[0].trials[0].key.axes = [Setting(name: "pool", value: "true")]
    run.scenarios[0].trials[0].key.sizes = [Setting(name: "rows", value: 1_000)]
    run.scenarios[0].trials[0].samples[0].checkpoints[0].origin = CheckpointOrigin(
      template: "batch-{i}",
      rounds: [LoopRound(loop: "i", number: 1), LoopRound(loop: nil, number: 0)])
    run.scenarios[0].trials[0].samples[1].checkpoints[0].readings[0].quantity = 5
    run.scenarios[0].trials[0].samples[1].checkpoints[0].readings[1].quantity = .real(.infinity)
    run.scenarios[0].workload = [Setting(name: "steps", value: "0123")]
    run.scenarios[0].columns = [Column(title: "live", metric: "objects.live", checkpoint: "end")]
    run.scenarios[0].tolerances = [Tolerance(metrics: "bytes.*", absolute: 3, range: 1...2)]
    run.scenarios[0].judgements = [
      Judgement(
        that: "leaked.bytes == 0", because: "C1",
        place: SourcePlace(file: "pairs.yaml", line: 3, column: 4), variant: "refresh",
        outcome: .broken, detail: "was 1",
        asks: [
          Judgement.Asked(metric: "leaked.bytes", checkpoint: "end"),
          Judgement.Asked(metric: "bytes.peak", checkpoint: nil),
        ], bound: Judgement.Bound(.equal, 0), trials: ["pairs/refresh"])
    ]
    let machine = Machine.current(libraries: [Setting(name: "jemalloc", value: "5.3.0")])
    let other = Bench.run([Bench.trial("let go", rows: 9), Bench.trial("reset")])
    return [
      ("result", run.json),
      (
        "machine",
        RunSidecar(run, machine: machine, revision: "a+changes", seconds: ["pairs/let go": 0.5])
          .json
      ),
      ("baseline", Baseline(run.scenarios[0], facts: Bench.facts).json),
      ("comparison", Comparison(base: other, head: run).json),
      ("comparison", Comparison(base: Bench.run(), head: run).json),
      ("inspection", inspection),
      ("film", film.json),
    ]
  }()

  /// A store of one entity, as somebody who inspects it is told.
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

  /// A film with everything that a film can have.
  private static let film: Film = {
    var before = Film.Frame(line: nil, step: "begin")
    before.states = [Film.State(node: 0)]
    var after = Film.Frame(
      line: 3, step: "insert", rounds: [LoopRound(loop: "i", number: 1)], roundsLeftOut: 2,
      notes: ["Nobody names it."], questions: [Film.Question("Who stays?", answer: "Nobody.")])
    var employees = Film.State(node: 1, count: 2)
    employees.retains = 1
    after.states = [Film.State(node: 0), employees]
    after.ties = [Film.Tie(edge: 0, count: 2)]
    after.changed = [1]
    after.released = [Film.Released(node: 1, count: 1)]
    after.readings = [Reading(metric: "objects.live", quantity: 2)]
    after.cited = ["R3"]
    return Film(
      scenario: "pairs", title: "Pairs", rules: ["R3"], variant: "let go",
      settings: [Setting(name: "undo", value: "none")], notes: ["Two."],
      script: [Film.Line(number: 3, text: "- insert: {entity: Employee}")],
      nodes: [
        Film.Node(.context, "context"),
        Film.Node(.objects, "Employee × 3", entity: "Employee", detail: "1–3", count: 3),
      ],
      edges: [Film.Edge(from: 0, to: 1, reason: .change)], frames: [before, after])
  }()

  private func schema(_ name: String) throws -> String {
    try #require(DocumentSchema.all.first { $0.name == name }).json
  }

  @Test func `hold for every kind of document`() throws {
    for document in Self.documents {
      #expect(
        try JSONSchema(schema(document.name)).problems(of: document.json) == [], "\(document.name)")
    }
    #expect(Set(Self.documents.map(\.name)) == Set(DocumentSchema.all.map(\.name)))
  }

  @Test func `do not hold for another kind of document`() throws {
    for document in Self.documents {
      for other in DocumentSchema.all where other.name != document.name {
        #expect(try JSONSchema(other.json).problems(of: document.json) != [])
      }
    }
  }

  @Test(arguments: [
    ("\"polarity\" : \"less\"", "\"polarity\" : \"fewer\"", "'fewer' is not allowed"),
    ("\"passes\" : 2", "\"passes\" : -2", "is below 0"),
    ("\"identical\" : false", "\"identical\" : 0", "is no boolean"),
    ("\"schemaVersion\" : 2", "\"schemaVersion\" : 3", "'3' is not allowed"),
    ("\"objects.live\" : 5", "\"objects.live\" : \"five\"", "fits 0 of several shapes"),
  ])
  func `find what is wrong`(text: String, instead: String, problem: String) throws {
    let result = Self.documents[0].json
    #expect(result.contains(text))
    let wrong = result.replacing(text, with: instead)
    let problems = try JSONSchema(schema("result")).problems(of: wrong)
    #expect(problems.contains { $0.hasSuffix(problem) }, "\(problems)")
  }

  @Test func `are what another validator takes them for`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faultline-schemas-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var names: [String] = []
    for (number, document) in Self.documents.enumerated() {
      names.append("\(number)")
      try Data(schema(document.name).utf8).write(to: folder.appending(path: "\(number).schema"))
      try Data(document.json.utf8).write(to: folder.appending(path: "\(number).json"))
    }
    let program = """
      import json, sys
      try:
          from jsonschema import Draft202012Validator as Validator
      except ImportError:
          print('absent'); sys.exit()
      for name in sys.argv[2:]:
          schema = json.load(open(f'{sys.argv[1]}/{name}.schema'))
          Validator.check_schema(schema)
          for error in Validator(schema).iter_errors(json.load(open(f'{sys.argv[1]}/{name}.json'))):
              print(error.json_path, error.message)
      """
    let answer = Outsider.run("python3", ["-W", "ignore", "-c", program, folder.path] + names)
    guard let answer, answer != "absent\n" else {
      print("Skipped: Python's jsonschema is not installed (pip install jsonschema).")
      return
    }
    #expect(answer == "")
  }
}
