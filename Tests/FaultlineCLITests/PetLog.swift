// A log of an app about pets and their owners, line by line: each form of a request and of a write.

enum PetLog {
  static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Owner" representedClassName="Owner">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="pets" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Pet" inverseName="owner" inverseEntity="Pet"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="owners" inverseEntity="Tag"/>
      </entity>
      <entity name="Pet" representedClassName="Pet">
        <attribute name="age" optional="YES" attributeType="Integer 16"/>
        <attribute name="name" attributeType="String"/>
        <attribute name="photo" optional="YES" attributeType="Binary"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="pets" inverseEntity="Owner"/>
      </entity>
      <entity name="Tag" representedClassName="Tag">
        <relationship name="owners" toMany="YES" minCount="1" deletionRule="Deny" destinationEntity="Owner" inverseName="tags" inverseEntity="Owner"/>
      </entity>
    </model>
    """

  static func request(
    _ statement: String, rows: Int? = 1, binds: [String] = [], then: String = ""
  ) -> String {
    let values = binds.enumerated().map {
      "CoreData: details: SQLite bind[\($0.offset)] = \($0.element)\n"
    }.joined()
    let total =
      rows.map { "CoreData: annotation: total fetch execution time: 0.0001s for \($0) rows.\n" }
      ?? ""
    return "CoreData: sql: \(statement)\n\(values)\(total)\(then)"
  }

  static func count(_ statement: String, _ number: Int, binds: [String] = []) -> String {
    request(statement, rows: nil, binds: binds)
      + "CoreData: annotation: total count request execution time: 0.0001s for count of \(number).\n"
  }

  static func fault(_ entity: String, _ key: Int) -> String {
    request(
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM Z\(entity.uppercased()) t0 WHERE  t0.Z_PK = ?",
      binds: ["\(key)"],
      then:
        "CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/\(entity)/p\(key)>\n"
    )
  }

  static func members(_ path: String, of key: Int, rows: Int) -> String {
    request(
      "SELECT 0, t0.Z_PK FROM ZPET t0 WHERE  t0.ZOWNER = ?", rows: rows, binds: ["\(key)"],
      then:
        "CoreData: annotation: to-many relationship fault \"\(path)\" for objectID 0xa7 <x-coredata://A/Owner/p\(key)> fulfilled from database.  Got \(rows) rows\n"
    )
  }

  static let columns = "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME"

  static let asked = [
    request("\(columns) FROM ZPET t0 ORDER BY t0.ZNAME DESC", rows: 12),
    request("\(columns) FROM ZPET t0 ORDER BY t0.ZNAME, t0.ZAGE LIMIT 5", rows: 5),
    request("\(columns) FROM ZPET t0 ORDER BY t0.ZPHOTO", rows: 0),
    request("\(columns) FROM ZPET t0 WHERE  t0.ZAGE > ? ORDER BY t0.ZAGE", rows: 4, binds: ["3"]),
    request(
      "\(columns) FROM ZPET t0 WHERE  t0.ZAGE > ? AND t0.ZNAME = ?", rows: 2,
      binds: ["3", "\"Rex\""]),
    request("\(columns) FROM ZGHOST t0", rows: 3),
    count("SELECT COUNT( DISTINCT t0.Z_PK) FROM ZPET t0", 12),
    count("SELECT COUNT( DISTINCT t0.Z_PK) FROM ZPET t0 WHERE  t0.ZAGE = ?", 7, binds: ["3"]),
    request("SELECT t0.ZAGE, COUNT( t0.Z_PK) FROM ZPET t0 GROUP BY t0.ZAGE", rows: 4),
    request("SELECT TOTAL( t0.ZX) FROM ZOWNER t0", rows: 1),
    request("SELECT 0, t0.Z_PK FROM ZPET t0", rows: 12),
    request("\(columns) FROM ZPET t0 WHERE  t0.Z_PK IN (?,?) LIMIT 2", rows: 2, binds: ["1", "2"]),
    request("\(columns) FROM ZPET t0 WHERE  t0.Z_PK IN (?,?) LIMIT 2", rows: 2, binds: ["3", "4"]),
    request("SELECT 0, t0.Z_PK FROM ZOWNER t0", rows: 0),
    request("\(columns) FROM ZOWNER t0", rows: 3), fault("Pet", 1), fault("Pet", 2),
    fault("Pet", 1),
    members("pets", of: 1, rows: 3), members("pets", of: 2, rows: 1),
    members("pets", of: 3, rows: 0),
    members("ghosts", of: 3, rows: 1), fault("Owner", 1), members("pets", of: 1, rows: 3),
    String(
      repeating: request("\(columns) FROM ZPET t0 WHERE  t0.ZAGE = ?", rows: 1, binds: ["5"]),
      count: 4),
    request("\(columns) FROM ZOWNER t0", rows: nil),
  ].joined()

  static let written = """
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE) VALUES(?, ?, ?, ?, ?)
    CoreData: details: SQLite bind[0] = 21
    CoreData: details: SQLite bind[1] = 2
    CoreData: details: SQLite bind[2] = 1
    CoreData: details: SQLite bind[3] = "Rex"
    CoreData: details: SQLite bind[4] = nil
    CoreData: details: SQLite bind[0] = 22
    CoreData: details: SQLite bind[1] = 2
    CoreData: details: SQLite bind[2] = 1
    CoreData: details: SQLite bind[3] = "Kim"
    CoreData: details: SQLite bind[4] = 7
    CoreData: sql: UPDATE OR FAIL ZPET SET ZNAME = ?, Z_OPT = ?  WHERE Z_PK=? AND Z_OPT=?
    CoreData: details: SQLite bind[0] = "Max"
    CoreData: details: SQLite bind[1] = 2
    CoreData: details: SQLite bind[2] = 3
    CoreData: details: SQLite bind[3] = 1
    CoreData: sql: DELETE FROM ZOWNER WHERE Z_PK = ? AND Z_OPT = ?
    CoreData: details: SQLite bind[0] = 2
    CoreData: details: SQLite bind[1] = 1
    CoreData: sql: INSERT INTO ZTAG(Z_PK, Z_ENT, Z_OPT) VALUES(?, ?, ?)
    CoreData: details: SQLite bind[0] = 5
    CoreData: sql: DELETE FROM ZTAG WHERE Z_PK = ? AND Z_OPT = ?
    CoreData: details: SQLite bind[0] = 6
    CoreData: sql: INSERT OR IGNORE INTO Z_1TAGS(Z_1OWNERS, Z_3TAGS) VALUES(?, ?)
    CoreData: details: SQLite bind[0] = 1
    CoreData: details: SQLite bind[1] = 5
    CoreData: sql: COMMIT
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: DELETE FROM ZPET WHERE ZAGE > ?
    CoreData: details: SQLite bind[0] = 3
    CoreData: sql: COMMIT
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: UPDATE OR FAIL ZPET SET ZNAME = ?, Z_OPT = ?  WHERE Z_PK=? AND Z_OPT=?
    CoreData: sql: ROLLBACK

    """
}
