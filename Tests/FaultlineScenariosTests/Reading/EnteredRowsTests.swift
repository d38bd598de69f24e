// Rows that 'enter' reads: each mistake with its place, and nothing that ends the program.

import Testing

@testable import FaultlineScenarios

@Suite struct EnteredRowsTests {
  /// The first line of what is said about an entry of 'enter'; nil where it is read.
  private func mistake(_ entry: String) -> String? {
    let text = """
      faultline: 1
      name: entered
      title: Rows of a log
      model:
        Team: {name: string, members: {to many: Player, inverse: team}}
        Player:
          name: string
          age: integer16
          price: decimal
          score: double
          isNew: boolean
          born: date
          photo: binary
          tag: uuid
          team: {to one: Team, inverse: members}
      stores: [memory]
      steps:
        - enter:
            - \(entry)
      """
    do throws(Diagnostic) {
      _ = try Plan(try ScenarioReader.scenario(text, file: "entered.yaml"), choosing: Choices())
      return nil
    } catch {
      return error.description.split(separator: "\n").first.map(String.init)
    }
  }

  @Test(arguments: [
    "{entity: Player, new: true, properties: [name, age], rows: [[1, 'Ada', 3], [2, ~, ~]]}",
    "{entity: Player, properties: [price, score], rows: [[1, 12.5, 1e3], [2, -3, -0.5]]}",
    "{entity: Player, properties: [isNew, born, photo], rows: [[1, 1, 12345.5, 0]]}",
    "{entity: Player, properties: [team], rows: [[1, 7], [2, ~]]}",
    "{entity: Player, rows: [[1]]}", "{entity: Player, properties: [age], rows: [[1, 2], [1, 3]]}",
  ])
  func `rows of a log are read`(entry: String) {
    #expect(mistake(entry) == nil)
  }

  @Test(arguments: [
    ("{entity: Player, rows: []}", "19:32: error: 'rows' has no row; leave the entry out"),
    (
      "{entity: Player, properties: [name, name], rows: [[1, 'A', 'B']]}",
      "19:45: error: 'name' has a column already"
    ),
    (
      "{entity: Player, new: true, rows: [[1], [1]]}",
      "19:50: error: the key 1 has a new object already"
    ),
    (
      "{entity: Player, properties: [name], rows: [[1]]}",
      "19:53: error: a row has a key and a value for each of the properties: expected 2, found 1"
    ),
    (
      "{entity: Player, properties: [price], rows: [[1, 12abc]]}",
      "19:58: error: '12abc' is no value of the type decimal"
    ),
    (
      "{entity: Player, properties: [photo], rows: [[1, -5]]}",
      "19:58: error: '-5' is no value of the type binary"
    ),
    (
      "{entity: Player, properties: [isNew], rows: [[1, true]]}",
      "19:58: error: 'true' is no value of the type boolean"
    ),
    (
      "{entity: Player, properties: [tag], rows: [[1, 12]]}",
      "19:56: error: '12' is no value of the type uuid"
    ),
    (
      "{entity: Player, properties: [age], rows: [[1, [2]]]}",
      "19:56: error: expected a value, found a list"
    ),
  ])
  func `what is no row is refused at its place`(entry: String, says: String) {
    #expect(mistake(entry) == "entered.yaml:\(says)")
  }

  @Test(arguments: [
    "{entity: Player, rows: [[0]]}", "{entity: Player, rows: [[-1]]}",
    "{entity: Player, rows: [[99999999999999999999]]}", "{entity: Player, rows: [[]]}",
    "{entity: Player, properties: [team], rows: [[1, 0]]}",
    "{entity: Player, properties: [members], rows: [[1, 2]]}",
    "{entity: Player, properties: [nothing], rows: [[1, 2]]}", "{entity: Person, rows: [[1]]}",
    "{entity: Player, properties: [photo], rows: [[1, 9999999999]]}", "{rows: [[1]]}", "{}", "[]",
  ])
  func `what cannot be meant is refused`(entry: String) throws {
    #expect(try #require(mistake(entry)).hasPrefix("entered.yaml:19:"))
  }
}
