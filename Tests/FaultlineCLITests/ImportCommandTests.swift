// faultline import, as a user runs it: a report, a scenario that runs, and errors that say what to do.

import FaultlineRecordings
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI
@testable import FaultlineExperiments

struct `faultline import` {
  private static let log = """
    CoreData: annotation: Connecting to sqlite database file at "/Users/jane/App.sqlite"
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZOWNER FROM ZPET t0 ORDER BY t0.ZNAME
    CoreData: annotation: sql connection fetch time: 0.0010s
    CoreData: annotation: total fetch execution time: 0.0020s for 12 rows.
    the app's own line

    """
  private static let fault = """
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZOWNER t0 WHERE  t0.Z_PK = ?
    CoreData: annotation: sql connection fetch time: 0.0001s
    CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
    CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/Owner/p1>

    """
  private static let save = """
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)
    CoreData: sql: COMMIT

    """
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Owner" representedClassName="Owner">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="pets" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Pet" inverseName="owner" inverseEntity="Pet"/>
      </entity>
      <entity name="Pet" representedClassName="Pet">
        <attribute name="name" attributeType="String"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="pets" inverseEntity="Owner"/>
      </entity>
    </model>
    """

  private static func program() throws -> WholeProgram {
    let faults = String(repeating: fault, count: 12)
    return try WholeProgram([
      "app.log": log, "n.log": log + faults + save + save, "notes.txt": "Hello.\n", "empty.log": "",
      "App.xcdatamodel/contents": model,
    ])
  }

  @Test func `reports a log`() throws {
    let answer = try Self.program().run("import", "app.log")
    expectText(
      answer.output,
      is: """
        1 fetch

        Files
        file     kind                  all  understood  not understood  unrelated
        ───────────────────────────────────────────────────────────────────────────
        app.log  SQL log, level 1  5 lines           4               0          1

        Requests
        kind   of   requests  rows  most     time
        ─────────────────────────────────────────
        fetch  PET         1    12    12  2.00 ms

        Stores
          ~/App.sqlite

        What to know of these numbers
          Names in capitals are those of tables: the log does not have the entities'
            own; --store or --model gives them.
          Faults that the row cache answered, bytes, objects alive and peaks are in no
            log; a run of a scenario shows those.

        """)
    #expect(answer.status == 0)
  }

  @Test func `names entities by a model, and repeated requests first`() throws {
    let answer = try Self.program().run("import", "n.log", "--model", "App.xcdatamodel")
    #expect(answer.status == 0)
    #expect(answer.output.contains("1. 12 faults of one Owner each, 1.20 ms (first: n.log:6)"))
    #expect(answer.output.contains("fetch  Pet"))
    #expect(!answer.output.contains("PET"))
  }

  @Test(
    arguments: [
      (["import", "notes.txt"], "notes.txt: error: expected are lines of Core Data's SQL log"),
      (["import", "empty.log"], "empty.log: error: it is empty"),
      (["import", "missing.log"], "missing.log: error: it cannot be read: No such file"),
      (["import", "."], ".: error: it is a folder"),
      (["import", "-", "-"], "faultline: '-' is standard input, which can be read once."),
      (["import", "app.log", "--out", "x.yaml"], "faultline: --out needs the app's model"),
      (
        ["import", "app.log", "--out", "x.yaml", "--model", "App.xcdatamodel", "--anonymize"],
        "faultline: --anonymize covers names"
      ),
      (
        ["import", "app.log", "--out", "a b.yaml", "--model", "App.xcdatamodel"],
        "faultline: 'a b.yaml' gives the scenario no name"
      ),
      (["import", "app.log", "--model", "notes.txt"], "notes.txt: error: "),
    ])
  func `says what is wrong`(words: [String], sentence: String) throws {
    let answer = try Self.program().run(words)
    #expect(answer.errors.hasPrefix(sentence), "\(answer.errors)")
    #expect(answer.status == 3 && answer.output == "")
  }

  /// A prefetch reads rows of the destination, which need not have a relationship of that name.
  @Test func `names a relationship by its owner, and a prefetch by what it brought`() {
    #expect(RecordingPage.subject("Pet", "owner", of: .relationship) == "Pet.owner")
    #expect(RecordingPage.subject("Owner", "owner", of: .prefetch) == "Owner by 'owner'")
    #expect(RecordingPage.subject("Owner", nil, of: .prefetch) == "Owner")
  }

  /// A scenario of it would ask for nothing, and hold.
  @Test func `refuses the model of another app`() throws {
    let program = try Self.program()
    let other = Self.model.replacing("Owner", with: "Shop").replacing("Pet", with: "Ware")
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "Other.xcdatamodel"), withIntermediateDirectories: true)
    try other.write(
      to: program.folder.appending(path: "Other.xcdatamodel/contents"), atomically: true,
      encoding: .utf8)
    let answer = try program.run(
      "import", "n.log", "--model", "Other.xcdatamodel", "--out", "n.yaml")
    #expect(answer.status == 3)
    expectText(
      answer.errors,
      is: """
        Other.xcdatamodel: error: the model has none of the entities that were observed
            = observed: Owner, ZPET
            = the model has: Shop, Ware
            = name the store or the model of the app that was observed

        """)
    #expect(!program.files(in: ".").contains("n.yaml"))
  }

  @Test func `writes a scenario that can be planned and run`() throws {
    let program = try Self.program()
    let made = try program.run(
      "import", "n.log", "--model", "App.xcdatamodel", "--out", "app.yaml", "--no-progress")
    #expect(made.status == 0, "\(made.errors)")
    let text = try program.text(of: "app.yaml")
    for part in [
      "as observed: {}", "prefetched: {prefetches: [owner]}", "saving: once", "# inferred",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(text.hasSuffix("\n\(SchemaModeline.ofThisProgram.line)"), "\(text)")
    let plan = try program.run("plan", "app.yaml")
    #expect(plan.status == 0, "\(plan.errors)\n\(text)")
    let run = try program.run("run", "app.yaml", "--no-progress")
    #expect(run.status == 0, "\(run.errors)\n\(run.output)\n\(text)")
    #expect(run.output.contains("prefetched"))
  }

  /// What our own run says in the words of SQLDebug, read back.
  @Test func `reads what 'run --sql-format sqldebug' prints`() throws {
    let program = try WholeProgram([
      "t.yaml": """
      faultline: 1
      name: t
      title: T
      model:
        Owner: {name: string, pets: {to many: Pet, inverse: owner}}
        Pet: {name: string, owner: {to one: Owner, inverse: pets}}
      stores: [sqlite]
      data:
        seed: 1
        Owner: {count: 4, set: {name: 'O {index}'}}
        Pet: {count: 20, set: {name: 'P {index}', owner: pick(Owner)}}
      context: {undo: none}
      steps:
        - fetch: {entity: Pet, into: pets}
        - walk: {from: pets, path: owner}
        - count: {entity: Pet}
        - release: all
        - reset: {}
        - fetch: {entity: Owner, into: owners}
        - walk: {from: owners, path: pets}
        - release: all
        - reset: {}
        - fetch: {entity: Owner, into: owners, prefetch: pets}
        - insert: {entity: Owner, count: 3, into: new, set: {name: 'N {index}'}}
        - save: {}
      """
    ])
    let run = try program.run(
      "run", "t.yaml", "--sql", "2", "--sql-format", "sqldebug", "--no-progress")
    #expect(run.status == 0)
    try program.write(run.errors, to: "t.log")
    let read = try program.run("import", "t.log", "--format", "json")
    let recording = try JSONDecoder().decode(Recording.self, from: Data(read.output.utf8))
    let lines = recording.requests.map {
      "\($0.kind) \($0.entity ?? "") \($0.relationship ?? "") \($0.requests) \($0.rows)"
    }.sorted()
    #expect(
      lines == [
        "count Pet  1 20", "fault Owner  4 4", "fault Pet  20 20", "fetch Owner  2 8",
        "fetch Pet  1 20",
        "prefetch Pet pets 1 20", "relationship Owner pets 4 20",
      ], "\(run.errors)")
    #expect(recording.saves?.saves == 1 && recording.saves?.inserted == 3)
    #expect(recording.saves?.keyReservations == 1)
    #expect(recording.sources.first?.notUnderstood == 0)
  }
}
