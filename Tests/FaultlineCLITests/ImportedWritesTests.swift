// What the scenario of a log may write: values that must be unique, and stores with a history of their changes.

import Faultline
import FaultlineSQLite
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ImportedWritesTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Clip" representedClassName="Clip">
        <attribute name="hash" attributeType="String"/>
        <attribute name="place" attributeType="Integer 16"/>
        <attribute name="serial" attributeType="Integer 64"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="hash"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="place"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="serial"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
    </model>
    """

  private static let fetch = """
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZHASH, t0.ZPLACE, t0.ZSERIAL FROM ZCLIP t0
    CoreData: annotation: total fetch execution time: 0.0001s for 3 rows.

    """

  private static func save(_ rows: Int, history: Bool = false) -> String {
    let clip = "CoreData: sql: INSERT INTO ZCLIP(Z_PK, Z_ENT, Z_OPT, ZHASH) VALUES(?, ?, ?, ?)\n"
    let kept = """
      CoreData: sql: INSERT INTO ATRANSACTION(Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP) VALUES(?, ?, ?, ?)
      CoreData: sql: INSERT INTO ACHANGE(Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE) VALUES(?, ?, ?, ?)

      """
    return "CoreData: sql: BEGIN EXCLUSIVE\n" + String(repeating: clip, count: rows)
      + (history ? kept : "") + "CoreData: sql: COMMIT\n"
  }

  private let program: WholeProgram

  init() throws { program = try WholeProgram(["App.xcdatamodel/contents": Self.model]) }

  /// The lines of the scenario that an import writes that hold a word.
  private func made(_ log: String, _ ground: String..., with words: String...) throws -> String {
    try program.write(log, to: "app.log")
    let answer = try program.run(
      ["import", "app.log"] + ground + ["--out", "app.yaml", "--no-progress", "--quiet"])
    #expect(answer.status == 0 && answer.errors == "", "\(answer.errors)")
    return try program.text(of: "app.yaml").split(separator: "\n")
      .filter { line in words.contains { line.contains($0) } }.joined(separator: "\n")
  }

  /// A scenario is no use that dies where the app did not.
  private func expectRuns() throws {
    let run = try program.run("run", "app.yaml", "--no-progress")
    #expect(run.status == 0, "\(run.errors)\n\(run.output)")
  }

  @Test func `values that must be unique differ between rows and each insertion`() throws {
    expectText(
      try made(
        Self.fetch + Self.save(2) + Self.save(1), "--model", "App.xcdatamodel",
        with: "Clip: {", "insert:", "context:"),
      is: """
          Clip: {count: 3, set: {hash: 'imported {index}', place: (0 + index) % 32768, serial: index}}
        context: {undo: none}
          - insert: {entity: Clip, count: 2, into: clip2, set: {hash: 'imported 1.{index}', \
        place: (1000 + index) % 32768, serial: 1000000 + index}}  # inferred: the values
          - insert: {entity: Clip, count: 1, into: clip3, set: {hash: 'imported 2.{index}', \
        place: (2000 + index) % 32768, serial: 2000000 + index}}  # inferred: the values
        """)
    try expectRuns()
  }

  @Test func `a history that the log shows is kept by the replay`() throws {
    expectText(
      try made(
        Self.fetch + Self.save(1, history: true), "--model", "App.xcdatamodel",
        with: "context:", "history"),
      is: """
            The app keeps a history of its changes, and so does the replay ('history: true').
        context: {undo: none, history: true}
        """)
    try expectRuns()
  }

  /// What the replay keeps is not among what it leaves out.
  @Test func `a history that is kept is nothing that calibration leaves out`() throws {
    try program.write(Self.fetch + Self.save(1, history: true), to: "app.log")
    let answer = try program.run("import", "app.log", "--model", "App.xcdatamodel", "--calibrate")
    #expect(answer.output.contains("What is not compared"), "\(answer.output)")
    #expect(!answer.output.contains("keeps a history"), "\(answer.output)")
  }

  @Test func `a store with a history is written to, and its history goes on`() throws {
    try {
      let model = try ModelFinder.model(at: program.folder.appending(path: "App.xcdatamodel"))
      let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
      var options = StoreOptions()
      options.tracksHistory = true
      try coordinator.addPersistentStore(
        type: .sqlite, at: program.folder.appending(path: "App.sqlite"), options: options)
    }()
    expectText(
      try made(
        Self.fetch + Self.save(2), "--store", "App.sqlite",
        with: "context:", "history", "insert:", "left out"),
      is: """
            The store has a history of its changes, which each save of the replay goes on with ('history: true').
        context: {undo: none, history: true}
          - insert: {entity: Clip, count: 2, into: clip2, set: {hash: 'imported 1.{index}', \
        place: (1000 + index) % 32768, serial: 1000000 + index}}  # inferred: the values
        """)
    try expectRuns()
    let page = try program.run("inspect", "App.sqlite").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      page.contains(
        "refused: it has a history of its changes ('ACHANGE'); 'history: true' keeps it up"),
      "\(page)")
  }
}
