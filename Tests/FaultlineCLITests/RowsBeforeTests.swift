// Rows that a replay without a store begins with: those that were asked for, less those that the log inserts itself.

import Testing

@testable import FaultlineCLI
@testable import FaultlineExperiments

@Suite struct RowsBeforeTests {
  private func counts(_ course: (inout RowsBefore) -> Void) -> [String: Int] {
    var rows = RowsBefore()
    course(&rows)
    return rows.counts
  }

  @Test func `are as many as the largest request of each entity`() {
    let counts = counts { rows in
      rows.need(3, of: "Pet")
      rows.need(12, of: "Pet")
      rows.need(0, of: "Owner")
      rows.need(5, of: "Pet")
    }
    #expect(counts == ["Pet": 12])
  }

  @Test func `are not those that were inserted before the request`() {
    let counts = counts { rows in
      rows.need(2, of: "Pet")
      rows.insert(3, of: "Pet")
      rows.need(3, of: "Pet")
      rows.need(7, of: "Pet")
      rows.delete(2, of: "Pet")
      rows.need(7, of: "Pet")
    }
    #expect(counts == ["Pet": 6])
  }

  @Test func `reach up to the greatest key that was not inserted`() {
    let counts = counts { rows in
      rows.insert(keys: [20, 21], of: "Pet")
      rows.need(keys: [4, 20, 21], of: "Pet")
      rows.delete(keys: [20, 9], of: "Pet")
      rows.need(6, of: "Pet")
    }
    #expect(counts == ["Pet": 5])
  }

  @Test func `make no data where a log has inserted all that it asks for`() throws {
    let insert = (1...3).map { key in
      PetLog.request(
        "INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT, ZOWNER, ZAGE, ZNAME, ZPHOTO) VALUES(?, ?, ?, ?, ?, ?, ?)",
        rows: nil,
        binds: ["\(key)", "2", "1", "nil", "3", "\"Rex\"", "nil"])
    }.joined()
    let save =
      "CoreData: sql: BEGIN EXCLUSIVE\n" + insert + "CoreData: sql: COMMIT\n"
    func data(_ log: String) throws -> Bool {
      let program = try WholeProgram(["app.log": log, "App.xcdatamodel/contents": PetLog.model])
      let answer = try program.run(
        "import", "app.log", "--model", "App.xcdatamodel", "--out", "made.yaml")
      #expect(answer.status == 0, "\(answer)")
      return try program.text(of: "made.yaml").contains("\ndata:\n")
    }
    let fetch = PetLog.request("\(PetLog.columns) FROM ZPET t0", rows: 3)
    #expect(try data(fetch))
    #expect(try !data(save + fetch))
    #expect(try data(save + PetLog.request("\(PetLog.columns) FROM ZPET t0", rows: 4)))
  }
}
