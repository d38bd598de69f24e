// Stores, models and recordings that are damaged by chance: each is shown or refused, and the files stay as they were.

import CSQLite
import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite(.serialized) struct RandomFilesTests {
  private static let fixtures = ProcessInfo.processInfo.environment["FAULTLINE_FIXTURES"]

  /// The files below a folder of the fixtures whose names end like this, where there are any.
  private static func fixtures(in folder: String, endings: [String]) -> [Data] {
    guard let root = fixtures.map({ URL(filePath: $0).appending(path: folder) }) else { return [] }
    let names = (FileManager.default.subpaths(atPath: root.path) ?? []).sorted()
    return names.filter { name in endings.contains { name.hasSuffix($0) } }
      .compactMap { try? Data(contentsOf: root.appending(path: $0)) }
      .filter { !$0.isEmpty && $0.count < 2 << 20 }
  }

  // MARK: - Stores and models

  /// A store of a company, closed.
  private static func store() throws -> Data {
    let folder = try StoreFolder()
    do {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
      try coordinator.addPersistentStore(type: .sqlite, at: folder.store)
    }
    execute(
      """
      INSERT INTO ZDEPARTMENT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBUDGET) VALUES (1, 1, 1, 'Sales', 7.5);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO ZEMPLOYEE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSALARY, ZHIRED, ZDEPARTMENT)
      SELECT i, 2, 1, 'Employee ' || i, i, i * 1000.5, 1 FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 200; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE
      """, in: folder.store)
    return try Data(contentsOf: folder.store)
  }

  /// Runs statements on a file, each alone, however wrong they are.
  private static func execute(_ sql: String, in file: URL) {
    var handle: OpaquePointer?
    sqlite3_open_v2(file.path, &handle, SQLITE_OPEN_READWRITE, nil)
    defer { sqlite3_close_v2(handle) }
    for statement in sql.split(separator: ";") {
      sqlite3_exec(handle, String(statement), nil, nil, nil)
    }
  }

  /// Values that a column may hold although the model does not know them.
  private static let values = [
    "NULL", "-1", "0", "9223372036854775807", "-9223372036854775808", "1e308", "9e999", "-9e999",
    "''", "'x'", "X''", "X'00FF'", "zeroblob(100000)", "CAST(X'FF' AS TEXT)",
    "'a' || char(0) || 'b'",
    "char(27) || '[2J'", "char(8238) || 'txt'", "randomblob(33)", "0.5", "'12'",
  ]

  /// A statement that a damaged or malicious store would be the result of.
  private static func statement(_ dice: inout SplitMix64) -> String {
    let columns: KeyValuePairs = [
      "Z_PRIMARYKEY": ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"],
      "Z_METADATA": ["Z_VERSION", "Z_UUID", "Z_PLIST"], "Z_MODELCACHE": ["Z_CONTENT"],
      "ZEMPLOYEE": [
        "Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZSALARY", "ZHIRED", "ZDEPARTMENT", "ZMANAGER",
      ],
      "ZDEPARTMENT": ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZBUDGET"],
    ]
    guard let (table, names) = columns.randomElement(using: &dice),
      let column = names.randomElement(using: &dice),
      let value = values.randomElement(using: &dice)
    else { return "" }
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: return "DROP TABLE \(table)"
    case 1: return "ALTER TABLE \(table) RENAME COLUMN \(column) TO \"Z\u{202E}\u{1B}[31m\""
    case 2: return "ALTER TABLE \(table) DROP COLUMN \(column)"
    case 3: return "DELETE FROM \(table)"
    case 4: return "INSERT INTO \(table) SELECT * FROM \(table)"
    case 5:
      return """
        DROP TABLE \(table); CREATE VIEW \(table) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
        SELECT i \(names.joined(separator: ", i ")) FROM n
        """
    case 6: return "ALTER TABLE \(table) ADD COLUMN \(column)2 DEFAULT (\(value))"
    default: return "UPDATE \(table) SET \(column) = \(value) WHERE rowid % 3 <> 1"
    }
  }

  /// Changes bytes, pages or the length of a file of pages.
  private static func damaged(_ data: Data, _ dice: inout SplitMix64) -> Data {
    var bytes = [UInt8](data)
    let page = 4_096
    for _ in 0..<Int.random(in: 1...8, using: &dice) where !bytes.isEmpty {
      // Headers of the file and of pages are where a byte matters.
      let isHeader = Bool.random(using: &dice)
      let place =
        isHeader
        ? Int.random(in: 0..<max(1, bytes.count / page), using: &dice) * page
          + Int.random(in: 0..<110, using: &dice)
        : Int.random(in: 0..<bytes.count, using: &dice)
      guard place < bytes.count else { continue }
      switch Int.random(in: 0..<8, using: &dice) {
      case 0 where bytes.count > 2 * page:
        let pages = bytes.count / page
        let from = Int.random(in: 0..<pages, using: &dice) * page
        let to = Int.random(in: 0..<pages, using: &dice) * page
        bytes.replaceSubrange(to..<to + page, with: Array(bytes[from..<from + page]))
      case 1 where Int.random(in: 0..<4, using: &dice) == 0:
        bytes.removeLast(bytes.count - place)
      case 2: bytes[place] = 0xFF
      case 3: bytes[place] = 0
      default: bytes[place] = UInt8.random(in: 0...255, using: &dice)
      }
    }
    return Data(bytes)
  }

  private static let scenario = """
    faultline: 1
    name: opened
    title: t
    model: s.sqlite
    stores: [{open: s.sqlite}]
    variants: {p: {}, keys: {fetchesAs: realized, usesRowCache: false}}
    measure: {repeats: 1}
    steps:
      - fetch: {entity: Employee, into: x}
      - touch: x
      - set: {objects: x, to: {name: New}}
      - save: {}
      - checkpoint: kept
    """

  @Test func `a damaged store or model is shown or refused, and stays as it was`() throws {
    let own = try Self.store()
    let stores = [own] + Self.fixtures(in: "stores", endings: [".sqlite", ".store", ".db"])
    let models =
      [Data(ModelText.text)]
      + Self.fixtures(in: "models", endings: ["contents"])
    let damage = Damage(
      tokens: [
        "<", ">", "/>", "\"", "&#0;", "&#x202E;", "<!DOCTYPE a>", "9999999999999999999", "-1",
        "<entity name=\"E\"/>", "YES", "\u{0}", "\u{202E}", "&lt;", "]]>", "parentEntity=\"E\" ",
      ],
      others: models.map { String(decoding: $0, as: UTF8.self) })
    RandomCases.run(
      Effort.choose(quick: 10, ci: 40, full: 300), of: "Stores and models",
      files: ["opened.yaml": Self.scenario, "M.xcdatamodel/contents": ""]
    ) { number, program, dice in
      if number.isMultiple(of: 5) {
        let sound = models.randomElement(using: &dice) ?? Data()
        let bytes = damage.applied(to: Array(sound), most: 4, using: &dice)
        let text = String(decoding: bytes, as: UTF8.self)
        try Data(bytes).write(to: program.folder.appending(path: "M.xcdatamodel/contents"))
        var endings: [Int] = []
        for format in ["text", "json", "xml"] {
          endings.append(
            try program.runCase(["inspect", "M.xcdatamodel", "--format", format], showing: text)
              .status)
        }
        return "model \(endings[0])"
      }
      let file = program.folder.appending(path: "s.sqlite")
      for ending in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: file.path + ending)
      }
      var shown = ""
      // The scenario fetches employees: most cases are of a store that has some.
      let isOwn = number % 5 < 4
      if isOwn, Bool.random(using: &dice) {
        try own.write(to: file)
        let sql = (0..<Int.random(in: 1...3, using: &dice)).map { _ in Self.statement(&dice) }
        shown = sql.joined(separator: ";\n")
        Self.execute(shown, in: file)
      } else {
        let sound = isOwn ? own : stores.randomElement(using: &dice) ?? own
        try Self.damaged(sound, &dice).write(to: file)
      }
      let before = try Data(contentsOf: file)
      let inspection = try program.runCase(["inspect", "s.sqlite"], showing: shown)
      _ = try program.runCase(["inspect", "s.sqlite", "--format", "json"], showing: shown)
      let run = try program.runCase(
        ["run", "opened.yaml", "-q", "--no-explain", "--no-advice", "--timeout", "20s"],
        showing: shown)
      guard try Data(contentsOf: file) == before else { throw BadCase("changed", shown, nil) }
      return "store \(inspection.status) run \(run.status)"
    }
  }

  // MARK: - Recordings

  @Test func `a damaged recording is read as far as it goes, and replayed`() throws {
    // The store has the table of the log, so that a scenario can be made of it.
    let staff = RecordingTexts.log.replacing("ZPERSON", with: "ZEMPLOYEE")
      .replacing("Person", with: "Employee").replacing("ZAGE", with: "ZSALARY")
      .replacing("Word", with: "Department")
    let own = ([staff, staff, staff] + RecordingTexts.all).map { Data($0.utf8) }
    let sound =
      own + Self.fixtures(in: "logs", endings: [".log", ".txt", ".json"])
      + Self.fixtures(in: "traces", endings: [".xml"])
    let damage = Damage(
      tokens: [
        "((((<<<\"'[", "\u{1B}[2J", "\u{202E}", "\u{FEFF}", "99999999999999999999", "-1", "\u{0}",
        "CoreData: sql: ", "CoreData: annotation: ", "returned 1e99 rows", "Z_PK", "nan", "1.5K",
      ],
      others: own.map { String(decoding: $0, as: UTF8.self) })
    let store = try Self.store()
    RandomCases.run(Effort.choose(quick: 10, ci: 40, full: 300), of: "Recordings") {
      number, program, dice in
      let bytes = damage.applied(
        to: Array((number.isMultiple(of: 2) ? own : sound).randomElement(using: &dice) ?? Data()),
        most: 3, using: &dice)
      let text = String(String(decoding: bytes, as: UTF8.self).prefix(3_000))
      try Data(bytes).write(to: program.folder.appending(path: "app.log"))
      try store.write(to: program.folder.appending(path: "s.sqlite"))
      let format = ["text", "markdown", "json"][number % 3]
      let shown = try program.runCase(
        ["import", "app.log", "--format", format] + (number % 4 == 0 ? ["--keep-values"] : []),
        showing: text)
      guard shown.status == 0 else { return "read \(shown.status)" }
      try? FileManager.default.removeItem(at: program.folder.appending(path: "app.yaml"))
      let made = try program.runCase(
        ["import", "app.log", "--store", "s.sqlite", "--out", "app.yaml"], showing: text)
      guard program.files(in: ".").contains("app.yaml") else { return "made \(made.status)" }
      let run = try program.runCase(
        [
          "run", "app.yaml", "-q", "--no-explain", "--no-advice", "--timeout", "20s", "--repeats",
          "1",
        ],
        showing: text + "\n" + ((try? program.text(of: "app.yaml")) ?? ""))
      guard run.status != 3 else { throw BadCase("the scenario is refused", text, run) }
      return "made \(made.status) run \(run.status)"
    }
  }
}

/// A model as Xcode keeps it.
private enum ModelText {
  static let text = Array(
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
        <entity name="Employee" representedClassName="Employee" syncable="YES" codeGenerationType="class">
            <attribute name="name" optional="YES" attributeType="String" minValueString="1" maxValueString="90"/>
            <attribute name="salary" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
            <attribute name="image" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="total" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="reports.@count"/>
            <relationship name="manager" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Employee" inverseName="reports" inverseEntity="Employee"/>
            <relationship name="reports" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Employee" inverseName="manager" inverseEntity="Employee"/>
            <fetchIndex name="byName">
                <fetchIndexElement property="name" type="Binary" order="ascending"/>
            </fetchIndex>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="name"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
            <userInfo>
                <entry key="note" value="x"/>
            </userInfo>
        </entity>
        <entity name="Boss" parentEntity="Employee"/>
        <fetchRequest name="All" entity="Employee" predicateString="salary &gt; 3 AND name BEGINSWITH &quot;A&quot;"/>
        <configuration name="Some">
            <memberEntity name="Employee"/>
        </configuration>
    </model>
    """.utf8)
}
