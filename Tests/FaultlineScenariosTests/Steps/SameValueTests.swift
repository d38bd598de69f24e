// A value that is set to what it was: an update, and no column of one.

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct SameValueTests {
  /// How many names are as another program wrote them, after the managers' names were set and saved.
  private static func othersNames(after step: String) -> String {
    playing(
      """
      - touch: staff
      - external: UPDATE ZEMPLOYEE SET ZNAME = 'Other'
      - turn:
          - set: {objects: managers, to: {\(step)}}
          - expect: objects.updated == 2
          - save: {}
      - release: all
      - reset: {}
      - fetch: {entity: Employee, into: read, where: name == 'Other'}
      """, store: "sqlite"
    ) { session, _ in "\(session.variables["read"].count)" }
  }

  /// Semantics 104: the object is updated, and its row keeps what the file has.
  @Test(arguments: [
    ("name: 'Manager {index}'", "4"), ("name: 'Chief {index}'", "2"), ("salary: 3", "4"),
  ])
  func `a save writes the columns whose values differ`(set: String, names: String) {
    #expect(Self.othersNames(after: set) == names)
  }

  /// Whoever has the former version of the row meets a conflict.
  @Test func `a save gives the row of such an object a new version`() {
    let conflict = """
      - touch: staff
      - context: {name: editor}
      - in: editor
        steps:
          - fetch: {entity: Employee, into: copies, where: name == 'Report 0'}
          - set: {objects: copies, to: {name: Report 0}}
          - save: {}
      - set: {objects: reports, to: {name: Ours}}
      - save: {refused: true}
      """
    #expect(!graph(after: conflict, store: "sqlite").contains("refused"))
  }
}
