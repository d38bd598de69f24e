// faultline import --calibrate, as a user runs it: one figure, what differs, and the exit status.

import FaultlineRecordings
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

struct `faultline import --calibrate` {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Attachment" representedClassName="Attachment">
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="item" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Item" inverseName="attachments" inverseEntity="Item"/>
      </entity>
      <entity name="Book" representedClassName="Book">
        <attribute name="author" optional="YES" attributeType="String"/>
        <attribute name="title" optional="YES" attributeType="String"/>
      </entity>
      <entity name="BudgetCategory" representedClassName="BudgetCategory">
        <attribute name="amount" optional="YES" attributeType="Double"/>
        <attribute name="title" optional="YES" attributeType="String"/>
      </entity>
      <entity name="Item" representedClassName="Item">
        <attribute name="attachmentCount" optional="YES" attributeType="Integer 64"/>
        <attribute name="birthOfYear" optional="YES" attributeType="Integer 64"/>
        <attribute name="timestamp" optional="YES" attributeType="Date"/>
        <relationship name="attachments" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Attachment" inverseName="item" inverseEntity="Attachment"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="items" inverseEntity="Tag"/>
      </entity>
      <entity name="Parcel" representedClassName="Parcel">
        <attribute name="label" optional="YES" attributeType="String"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
      </entity>
      <entity name="Stop" representedClassName="Stop">
        <attribute name="latitude" optional="YES" attributeType="Double"/>
        <attribute name="longitude" optional="YES" attributeType="Double"/>
      </entity>
      <entity name="Tag" representedClassName="Tag">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="tags" inverseEntity="Item"/>
      </entity>
    </model>
    """
  private static let fetch = """
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZTAG t0
    CoreData: annotation: sql connection fetch time: 0.0010s
    CoreData: annotation: total fetch execution time: 0.0020s for 12 rows.

    """
  /// An object that fires twice: what it was between, no log says.
  private static let fault = """
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZTAG t0 WHERE  t0.Z_PK = ?
    CoreData: annotation: sql connection fetch time: 0.0001s
    CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
    CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/Tag/p1>

    """
  private static let strange = """
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZGHOST t0
    CoreData: annotation: sql connection fetch time: 0.0010s
    CoreData: annotation: total fetch execution time: 0.0020s for 3 rows.

    """

  private static func program(_ log: String) throws -> WholeProgram {
    try WholeProgram(["app.log": log, "App.xcdatamodel/contents": model])
  }

  private static let words = ["import", "app.log", "--model", "App.xcdatamodel", "--calibrate"]

  @Test func `shows the replay beside the log`() throws {
    let answer = try Self.program(Self.fetch + Self.fault).run(Self.words)
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(
      answer.output.contains(
        """
        fetch  Tag         1         1    12        12
        fault  Tag         1         1     1         1
        """), "\(answer.output)")
    #expect(
      answer.output.contains(
        "\nCalibration: 100.0 % (2 of 2 requests agree), 0 lines not understood\n"))
    #expect(answer.output.contains("say nothing of the app's memory") == false)
  }

  @Test func `ends with 2 below 95 %, and names what differs before anything else`() throws {
    let answer = try Self.program(Self.fetch + Self.strange).run(
      Self.words + ["--format", "markdown"])
    #expect(answer.status == 2, "\(answer.errors)")
    #expect(answer.output.contains("## Calibration: 50.0 % (1 of 2 requests agree)"))
    #expect(answer.output.contains("is to be settled before any advice"))
    #expect(answer.output.contains("the model has no such entity"))
    let what = try #require(answer.output.range(of: "What does not agree"))
    let other = try #require(answer.output.range(of: "## Requests"))
    #expect(what.lowerBound < other.lowerBound)
  }

  @Test(arguments: [
    (["import", "app.log", "--calibrate"], 3, "--calibrate needs the app's model"),
    (words + ["--out", "a.yaml"], 3, "takes --keep-values"),
    (words + ["--anonymize"], 3, "--anonymize covers names"),
  ])
  func `says what is missing`(words: [String], status: Int, sentence: String) throws {
    let answer = try Self.program(Self.fetch).run(words)
    #expect(answer.status == status && answer.errors.contains(sentence), "\(answer.errors)")
  }

  /// Logs are replayed on rows that are made up; s03 and s05 take the app's own store, as rows of a prefetch and groups
  /// depend on its values.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["FAULTLINE_FIXTURES"] != nil),
    arguments: [
      "s01-count-requests", "s02-to-many-fault", "s04-order-by-derived",
      "s06-cache-size-2013", "s07-no-prefix-2013", "s09-save-and-fetch", "s10-search-before",
      "r01-levels-2017-rewritten",
    ])
  func `replays the logs of others`(log: String) throws {
    let folder = ProcessInfo.processInfo.environment["FAULTLINE_FIXTURES"] ?? ""
    let text = try String(contentsOfFile: "\(folder)/logs/\(log).log", encoding: .utf8)
    let answer = try Self.program(text).run(Self.words + ["--format", "json"])
    let recording = try JSONDecoder().decode(Recording.self, from: Data(answer.output.utf8))
    let calibration = try #require(recording.calibration, "\(answer.errors)")
    #expect(calibration.holds && answer.status == 0, "\(calibration)")
  }
}
