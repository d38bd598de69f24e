// What a report leaves out, and what it puts in the place of names.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineRecordings

struct `A report` {
  private static let log = """
    CoreData: annotation: Connecting to sqlite database file at "/Users/jane/Library/App.sqlite"
    CoreData: annotation: something about "the secret" of /Users/jane/x = hunter2
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPATIENT t0 WHERE t0.ZNAME = ?
    CoreData: details: SQLite bind[0] = "the secret"
    CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
    CoreData: sql: SELECT 0, t0.Z_PK FROM ZVISIT t0 WHERE t0.ZPATIENT = ?
    CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
    CoreData: annotation: to-many relationship fault "visits" for objectID 0xa <x-coredata://A/Patient/p4> fulfilled from database.  Got 1 rows

    """

  @Test func `has no values and no home folders unless they are wanted`() throws {
    let plain = try recording(Self.log).json
    for word in ["secret", "jane", "hunter2"] { #expect(!plain.contains(word), "\(word)") }
    let kept = try recording(Self.log, keepsValues: true).json
    #expect(kept.contains("the secret"))
  }

  @Test func `has other names, the same in every run`() throws {
    let covered = try recording(Self.log, coversNames: true)
    for word in ["atient", "PATIENT", "visits", "App.sqlite", "secret", "something"] {
      #expect(!covered.json.contains(word), "\(word)")
    }
    #expect(covered.json == (try recording(Self.log, coversNames: true).json))
    let entity = try #require(covered.requests.first { $0.kind == .fetch }?.entity)
    #expect(entity.hasPrefix("Entity-"))
    // A table and the entity's own name are one name.
    #expect(covered.requests.first { $0.kind == .relationship }?.entity == entity)
    let tableOnly = try recording(
      "CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPATIENT t0\n", coversNames: true)
    #expect(tableOnly.requests.first?.entity == entity)
  }

  @Test func `is as its schema says, and is read back`() throws {
    let read = try recording(Self.log)
    #expect(try JSONSchema(DocumentSchema.recording.json).problems(of: read.json) == [])
    #expect(read.json == (try recording(Self.log).json))
  }
}

struct `What a reader keeps` {
  private func kept(_ reader: RecordingReader) throws -> [String] {
    var reader = reader
    let log = """
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZAGE > ?
      CoreData: details: SQLite bind[0] = 3
      CoreData: annotation: total fetch execution time: 0.0001s for 2 rows.
      CoreData: sql: BEGIN EXCLUSIVE
      CoreData: sql: INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT) VALUES(?, ?, ?)
      CoreData: details: SQLite bind[0] = 1
      CoreData: details: SQLite bind[0] = 2
      CoreData: sql: COMMIT

      """
    try reader.read(RecordingInput(name: "1", bytes: Array(log.utf8)))
    _ = reader.recording()
    return reader.course.steps.map { step in
      switch step.event {
      case .request(let request): "asked with \(request.values)"
      case .save(let save): "wrote \(save.lines.map(\.values))"
      case .batch: "batch"
      }
    }
  }

  @Test func `is no value unless it is wanted, and what was written only for a replay`() throws {
    #expect(try kept(RecordingReader()) == ["asked with []", "wrote []"])
    #expect(try kept(RecordingReader(forReplay: true)) == ["asked with []", "wrote []"])
    #expect(try kept(RecordingReader(keepsValues: true)) == ["asked with [\"3\"]", "wrote []"])
    #expect(
      try kept(RecordingReader(keepsValues: true, forReplay: true)) == [
        "asked with [\"3\"]", "wrote [[\"1\"], [\"2\"]]",
      ])
  }
}
