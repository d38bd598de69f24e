// Statements of a log, one by one: what each is read as, in a line.

import FaultlineTestSupport
import Testing

@testable import FaultlineRecordings

struct `A statement of a log` {
  /// All that is read of a statement, in one line; what is not there is left out.
  private func line(_ text: String) -> String {
    let read = LoggedStatement(text)
    var parts = ["\(read.verb) \(read.ground)"]
    if let table = read.table { parts.append(table) }
    if read.isRequest { parts.append("as \(read.kind)") }
    if read.choice != .all { parts.append("by \(read.choice)") }
    let facts: [(Bool, String)] = [
      (read.hasKey, "key"), (read.hasVersion, "version"), (read.hasSubentities, "subentities"),
      (read.isCount, "count"), (read.hasFigures, "figures"), (read.isJoined, "joined"),
      (read.isByKey, "one row"),
    ]
    parts += facts.filter(\.0).map(\.1)
    if !read.columns.isEmpty { parts.append(read.columns.joined(separator: "+")) }
    if !read.groups.isEmpty { parts.append("groups " + read.groups.joined(separator: "+")) }
    if !read.order.isEmpty { parts.append("order " + read.order.joined(separator: "+")) }
    if read.hasLimit { parts.append("limit \(read.limit.map(String.init) ?? "?")") }
    if read.tuples != 1 { parts.append("\(read.tuples) tuples") }
    if !read.condition.isEmpty { parts.append("where \(read.condition)") }
    return parts.joined(separator: ", ")
  }

  @Test func `a 1 in front is a fetch of objects with some of their properties`() {
    expectText(
      lines([
        "SELECT 1, t0.Z_PK, t0.ZNAME, t0.ZOWNER FROM ZPET t0 ORDER BY t0.ZNAME",
        "SELECT 1, t0.Z_PK, t0.ZNAME FROM ZPET t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)  LIMIT 20",
        "SELECT 0, t0.Z_PK, t0.ZNAME FROM ZPET t0",
      ]),
      is: """
        SELECT 1, t0.Z_PK, t0.ZNAME, t0.ZOWNER FROM ZPET t0 ORDER BY t0.ZNAME
          select app, ZPET, as fetch, key, ZNAME+ZOWNER, order ZNAME
        SELECT 1, t0.Z_PK, t0.ZNAME FROM ZPET t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)  LIMIT 20
          select app, ZPET, as batch, by list(onKey: true), key, ZNAME, limit 20, where T0.Z_PK IN ( SELECT * FROM _Z_INTARRAY0 )
        SELECT 0, t0.Z_PK, t0.ZNAME FROM ZPET t0
          select app, ZPET, as dictionary, key, ZNAME
        """)
  }

  private func lines(_ texts: [String]) -> String {
    texts.map { "\($0)\n  \(line($0))" }.joined(separator: "\n")
  }

  @Test func `that reads rows says which, of what, and in which order`() {
    expectText(
      lines([
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZOWNER FROM ZPET t0",
        "SELECT t0.Z_ENT, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZPET t0 WHERE  t0.Z_PK = ?",
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZPET t0 WHERE  t0.Z_PK = 17",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK > ?",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZOWNER = ?",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZOWNER = ? AND t0.ZAGE = ?",
        "SELECT 0, t0.Z_PK FROM ZPET t0 WHERE  t0.Z_PK = ?",
        "SELECT 0, t0.Z_PK FROM ZPET t0 ORDER BY t0.ZNAME DESC, t0.ZAGE, t0.Z_PK LIMIT 20 OFFSET 5",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK IN (?,?,?)",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK IN (?,?) LIMIT 2",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZOWNER IN (SELECT * FROM _Z_intarray0) LIMIT ?",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZOWNER IN (?,?) AND t0.ZAGE = ?",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  NSCoreDataStringSearch( t0.ZNAME, ?, 393, 0)",
        "SELECT DISTINCT t0.ZNAME, t0.ZAGE FROM ZPET t0 WHERE t0.ZAGE > ? ORDER BY t0.ZAGE LIMIT 3",
        "SELECT COUNT( DISTINCT t0.Z_PK) FROM ZPET t0 WHERE t0.ZAGE > ?",
        "SELECT COUNT(*) FROM (SELECT 0 FROM ZPET t0 WHERE t0.ZAGE > ? LIMIT 3)",
        "SELECT COUNT( t0.Z_PK), t0.ZAGE FROM ZPET t0 GROUP BY t0.ZAGE, t0.ZNAME HAVING COUNT( t0.Z_PK) > ? ORDER BY t0.ZAGE",
        "SELECT TOTAL( t0.ZAGE) FROM ZPET t0",
        "SELECT t0.ZAGE FROM ZPET t0 HAVING t0.ZAGE > 3",
        "SELECT 0, t0.Z_PK FROM Z_1TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_2TAGS WHERE t1.Z_1LANDS = ?",
        "SELECT t0.Z_1LANDS FROM Z_1TAGS t0",
        "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 LEFT OUTER JOIN ZOWNER t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZNAME = 'x ORDER BY y'",
        "SELECT 0, t0.Z_PK FROM \"ZPET\" t0", "SELECT 1", "SELECT",
      ]),
      is: """
        SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZOWNER FROM ZPET t0
          select app, ZPET, as fetch, key, version, ZNAME+ZOWNER
        SELECT t0.Z_ENT, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZPET t0 WHERE  t0.Z_PK = ?
          select app, ZPET, as fault, by key, key, version, subentities, ZNAME, where T0.Z_PK = ?
        SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZPET t0 WHERE  t0.Z_PK = 17
          select app, ZPET, as fault, by key, key, version, ZNAME, where T0.Z_PK = 17
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK > ?
          select app, ZPET, as fetch, by other, key, version, where T0.Z_PK > ?
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZOWNER = ?
          select app, ZPET, as fetch, by column("ZOWNER"), key, version, where T0.ZOWNER = ?
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZOWNER = ? AND t0.ZAGE = ?
          select app, ZPET, as fetch, by other, key, version, where T0.ZOWNER = ? AND T0.ZAGE = ?
        SELECT 0, t0.Z_PK FROM ZPET t0 WHERE  t0.Z_PK = ?
          select app, ZPET, as keys, by key, key, where T0.Z_PK = ?
        SELECT 0, t0.Z_PK FROM ZPET t0 ORDER BY t0.ZNAME DESC, t0.ZAGE, t0.Z_PK LIMIT 20 OFFSET 5
          select app, ZPET, as keys, key, order ZNAME DESC+ZAGE+Z_PK, limit 20
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK IN (?,?,?)
          select app, ZPET, as list, by list(onKey: true), key, version, where T0.Z_PK IN ( ? , ? , ? )
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK IN (?,?) LIMIT 2
          select app, ZPET, as batch, by list(onKey: true), key, version, limit 2, where T0.Z_PK IN ( ? , ? )
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZOWNER IN (SELECT * FROM _Z_intarray0) LIMIT ?
          select app, ZPET, as list, by list(onKey: false), key, version, limit ?, where T0.ZOWNER IN ( SELECT * FROM _Z_INTARRAY0 )
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.ZOWNER IN (?,?) AND t0.ZAGE = ?
          select app, ZPET, as fetch, by other, key, version, where T0.ZOWNER IN ( ? , ? ) AND T0.ZAGE = ?
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  NSCoreDataStringSearch( t0.ZNAME, ?, 393, 0)
          select app, ZPET, as fetch, by text, key, version, where NSCOREDATASTRINGSEARCH ( T0.ZNAME , ? , 393 , 0 )
        SELECT DISTINCT t0.ZNAME, t0.ZAGE FROM ZPET t0 WHERE t0.ZAGE > ? ORDER BY t0.ZAGE LIMIT 3
          select app, ZPET, as dictionary, by other, ZNAME+ZAGE, order ZAGE, limit 3, where T0.ZAGE > ?
        SELECT COUNT( DISTINCT t0.Z_PK) FROM ZPET t0 WHERE t0.ZAGE > ?
          select app, ZPET, as count, by other, count, figures, where T0.ZAGE > ?
        SELECT COUNT(*) FROM (SELECT 0 FROM ZPET t0 WHERE t0.ZAGE > ? LIMIT 3)
          select app, ZPET, as count, count, figures
        SELECT COUNT( t0.Z_PK), t0.ZAGE FROM ZPET t0 GROUP BY t0.ZAGE, t0.ZNAME HAVING COUNT( t0.Z_PK) > ? ORDER BY t0.ZAGE
          select app, ZPET, as dictionary, figures, ZAGE, groups ZAGE+ZNAME, order ZAGE
        SELECT TOTAL( t0.ZAGE) FROM ZPET t0
          select app, ZPET, as dictionary, figures
        SELECT t0.ZAGE FROM ZPET t0 HAVING t0.ZAGE > 3
          select app, ZPET, as dictionary, figures, ZAGE
        SELECT 0, t0.Z_PK FROM Z_1TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_2TAGS WHERE t1.Z_1LANDS = ?
          select app, ZTAG, as keys, by column("Z_1LANDS"), key, joined, where T1.Z_1LANDS = ?
        SELECT t0.Z_1LANDS FROM Z_1TAGS t0
          select join, Z_1TAGS, as dictionary, Z_1LANDS
        SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 LEFT OUTER JOIN ZOWNER t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZNAME = 'x ORDER BY y'
          select app, ZPET, as fetch, by other, key, version, joined, where T1.ZNAME = 'X ORDER BY Y
        SELECT 0, t0.Z_PK FROM "ZPET" t0
          select app, ZPET, as keys, key
        SELECT 1
          select app, as dictionary
        SELECT
          select app, as dictionary
        """)
  }

  @Test func `that writes rows says how many, of what, and whether by their keys`() {
    expectText(
      lines([
        "INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT, ZNAME, ZOWNER) VALUES(?, ?, ?, ?, ?)",
        "INSERT OR IGNORE INTO Z_1TAGS(Z_1ITEMS, Z_2TAGS) VALUES(?, ?), (?, ?), (?, ?)",
        "REPLACE INTO ZPET VALUES(NULL, (1), 'a(')", "INSERT ZPET",
        "UPDATE OR FAIL ZPET SET ZNAME = ?, Z_OPT = ?  WHERE Z_PK=? AND Z_OPT=?",
        "UPDATE ZPET SET ZNAME = ?, ZAGE = t0.ZOLD WHERE Z_PK = 17", "UPDATE ZPET SET ZAGE = 1",
        "UPDATE ZPET SET ZAGE = ? WHERE Z_PK > ?", "UPDATE ZPET SET ZAGE = ? WHERE Z_PK =",
        "UPDATE ZPET SET ZAGE = ? WHERE ZAGE = 5", "DELETE FROM ZPET WHERE Z_PK = ? AND Z_OPT = ?",
        "DELETE FROM ZPET WHERE ZAGE > ?", "DELETE FROM ZPET", "DELETE",
      ]),
      is: """
        INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT, ZNAME, ZOWNER) VALUES(?, ?, ?, ?, ?)
          insert app, ZPET, one row, Z_PK+Z_ENT+Z_OPT+ZNAME+ZOWNER
        INSERT OR IGNORE INTO Z_1TAGS(Z_1ITEMS, Z_2TAGS) VALUES(?, ?), (?, ?), (?, ?)
          insert join, Z_1TAGS, one row, Z_1ITEMS+Z_2TAGS, 3 tuples
        REPLACE INTO ZPET VALUES(NULL, (1), 'a(')
          insert app, ZPET, one row
        INSERT ZPET
          insert app
        UPDATE OR FAIL ZPET SET ZNAME = ?, Z_OPT = ?  WHERE Z_PK=? AND Z_OPT=?
          update app, ZPET, by other, one row, ZNAME+Z_OPT, where Z_PK = ? AND Z_OPT = ?
        UPDATE ZPET SET ZNAME = ?, ZAGE = t0.ZOLD WHERE Z_PK = 17
          update app, ZPET, by key, one row, ZNAME+ZAGE, where Z_PK = 17
        UPDATE ZPET SET ZAGE = 1
          update app, ZPET, ZAGE
        UPDATE ZPET SET ZAGE = ? WHERE Z_PK > ?
          update app, ZPET, by other, ZAGE, where Z_PK > ?
        UPDATE ZPET SET ZAGE = ? WHERE Z_PK =
          update app, ZPET, by other, ZAGE, where Z_PK =
        UPDATE ZPET SET ZAGE = ? WHERE ZAGE = 5
          update app, ZPET, by column("ZAGE"), ZAGE, where ZAGE = 5
        DELETE FROM ZPET WHERE Z_PK = ? AND Z_OPT = ?
          delete app, ZPET, by other, one row, where Z_PK = ? AND Z_OPT = ?
        DELETE FROM ZPET WHERE ZAGE > ?
          delete app, ZPET, by other, where ZAGE > ?
        DELETE FROM ZPET
          delete app, ZPET
        DELETE
          delete app
        """)
  }

  @Test func `that is none of the app's says whose it is`() {
    expectText(
      lines([
        "BEGIN EXCLUSIVE", "SAVEPOINT a", "COMMIT", "END", "RELEASE a", "ROLLBACK",
        "PRAGMA page_size",
        "EXPLAIN QUERY PLAN SELECT 0 FROM ZPET", "CREATE TABLE ZPET (Z_PK INTEGER)",
        "ALTER TABLE ZPET",
        "DROP TABLE ZPET", "REINDEX", "ANALYZE", "VACUUM", "",
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?",
        "UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?",
        "SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA", "SELECT Z_CONTENT FROM Z_MODELCACHE",
        "SELECT tbl_name FROM SQLITE_MASTER", "SELECT name FROM sqlite_schema",
        "SELECT seq FROM sqlite_sequence", "INSERT INTO ATRANSACTION(Z_PK, Z_ENT) VALUES(?, ?)",
        "SELECT 0 FROM ACHANGE", "DELETE FROM ATRANSACTIONSTRING WHERE Z_PK = ?",
        "INSERT INTO ZTRANSACTION(Z_PK, ZAMOUNT) VALUES(?, ?)",
        "INSERT INTO ZTRANSACTION(Z_PK, ZBUNDLEID) VALUES(?, ?)",
        "INSERT INTO ZCHANGE(Z_PK, ZCHANGETYPE) VALUES(?, ?)", "SELECT 0 FROM ANSCKRECORDMETADATA",
        "SELECT 0 FROM ZNSCKDATABASE", "SELECT Z_A FROM Z_A",
        "WITH x AS (SELECT 1) SELECT 0 FROM ZPET t0",
      ]),
      is: """
        BEGIN EXCLUSIVE
          begin app
        SAVEPOINT a
          begin app
        COMMIT
          commit app
        END
          commit app
        RELEASE a
          commit app
        ROLLBACK
          rollback app
        PRAGMA page_size
          pragma app
        EXPLAIN QUERY PLAN SELECT 0 FROM ZPET
          explain app
        CREATE TABLE ZPET (Z_PK INTEGER)
          schema app
        ALTER TABLE ZPET
          schema app
        DROP TABLE ZPET
          schema app
        REINDEX
          schema app
        ANALYZE
          schema app
        VACUUM
          other app

          other app
        SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?
          select keys, Z_PRIMARYKEY, by column("Z_ENT"), Z_MAX, where Z_ENT = ?
        UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?
          update keys, Z_PRIMARYKEY, by other, Z_MAX, where Z_ENT = ? AND Z_MAX = ?
        SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA
          select opening, Z_METADATA, Z_VERSION+Z_UUID+Z_PLIST
        SELECT Z_CONTENT FROM Z_MODELCACHE
          select opening, Z_MODELCACHE, Z_CONTENT
        SELECT tbl_name FROM SQLITE_MASTER
          select opening, SQLITE_MASTER
        SELECT name FROM sqlite_schema
          select opening, SQLITE_SCHEMA
        SELECT seq FROM sqlite_sequence
          select opening, SQLITE_SEQUENCE
        INSERT INTO ATRANSACTION(Z_PK, Z_ENT) VALUES(?, ?)
          insert history, ATRANSACTION, one row, Z_ENT
        SELECT 0 FROM ACHANGE
          select history, ACHANGE
        DELETE FROM ATRANSACTIONSTRING WHERE Z_PK = ?
          delete history, ATRANSACTIONSTRING, by key, one row, where Z_PK = ?
        INSERT INTO ZTRANSACTION(Z_PK, ZAMOUNT) VALUES(?, ?)
          insert app, ZTRANSACTION, one row, Z_PK+ZAMOUNT
        INSERT INTO ZTRANSACTION(Z_PK, ZBUNDLEID) VALUES(?, ?)
          insert history, ZTRANSACTION, one row, Z_PK+ZBUNDLEID
        INSERT INTO ZCHANGE(Z_PK, ZCHANGETYPE) VALUES(?, ?)
          insert history, ZCHANGE, one row, Z_PK+ZCHANGETYPE
        SELECT 0 FROM ANSCKRECORDMETADATA
          select mirroring, ANSCKRECORDMETADATA
        SELECT 0 FROM ZNSCKDATABASE
          select mirroring, ZNSCKDATABASE
        SELECT Z_A FROM Z_A
          select app, Z_A, as dictionary, Z_A
        WITH x AS (SELECT 1) SELECT 0 FROM ZPET t0
          select app, ZPET, as dictionary, figures
        """)
  }
}

struct `A word of a statement` {
  private func words(_ text: String) -> String {
    SQLWords.of(text).map { "\($0.text)\($0.depth == 0 ? "" : "/\($0.depth)")" }
      .joined(separator: " ")
  }

  @Test(arguments: [
    ("select t0.zName, 'it (is' FROM \"Z b\"", "SELECT T0.ZNAME , 'IT (IS FROM \"Z B"),
    ("a(b(c)d)e", "A (/1 B/1 (/2 C/2 )/2 D/1 )/1 E"), (")a", ") A"), ("x\t=?", "X = ?"),
    ("'open", "'OPEN"), ("$1ß_é", "$1SS_É"), ("", ""),
  ])
  func `knows how deep it stands`(text: String, words: String) {
    #expect(self.words(text) == words)
  }
}
