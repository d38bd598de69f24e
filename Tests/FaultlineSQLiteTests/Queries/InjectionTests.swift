// SQL by value, key path, entity, pattern or variable: it stays what it is, text.

import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import Faultline

@Suite struct InjectionTests {
  private static let attacks = [
    "x' OR '1'='1", "'; DROP TABLE ZEMPLOYEE; --", "\" OR 1=1 --", "name) OR (1=1", "?1", "%",
    "x\u{0}' OR 1=1", "\\' OR 1=1 --", "Robert'); DELETE FROM ZEMPLOYEE;--", "/*", "${name}",
    ":name",
  ]

  private let folder: StoreFolder
  private let context: ManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    context = try makeContext(on: StoreKind.sqlite.coordinator(try companyModel(), in: folder))
    for name in Self.attacks + ["Ada"] {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
    }
    try context.save()
  }

  private func found(_ predicate: FetchPredicate) throws -> [String] {
    try context.fetch(FetchRequest(entityName: "Employee", predicate: predicate))
      .compactMap { $0.value(forKey: "name") as? String }
  }

  /// Everything that was there is there, and the table too.
  private func expectUnharmed() throws {
    #expect(try context.count(for: FetchRequest(entityName: "Employee")) == Self.attacks.count + 1)
  }

  @Test(arguments: attacks)
  func `a value finds itself and no other`(attack: String) throws {
    #expect(try found(FetchPredicate(format: "name == %@", attack)) == [attack])
    #expect(try found(FetchPredicate(format: "name IN %@", [attack])) == [attack])
    #expect(try found(FetchPredicate(format: "name ==[cd] %@", attack)) == [attack])
    #expect(try found(FetchPredicate(format: "name BEGINSWITH %@", attack)) == [attack])
    let variable = try FetchPredicate(format: "name == $NAME")
    #expect(try found(variable.withSubstitutionVariables(["NAME": attack])) == [attack])
    let literal = try FetchPredicate(format: "name == %@", attack).description
    #expect(try found(FetchPredicate(format: literal)) == [attack])
    try expectUnharmed()
  }

  @Test(arguments: attacks)
  func `a pattern is a pattern and no statement`(attack: String) throws {
    for relation in ["LIKE", "CONTAINS", "ENDSWITH", "MATCHES"] {
      let predicate = try FetchPredicate(format: "name \(relation) %@", attack)
      // A pattern that is no regular expression is refused.
      guard let found = try? found(predicate) else { continue }
      #expect(found.count <= (relation == "MATCHES" ? 13 : 3), "\(relation) \(attack)")
    }
    try expectUnharmed()
  }

  @Test(arguments: attacks)
  func `a key, an entity and an order are names of the model or refused`(attack: String) throws {
    #expect(throws: GraphError.self) { try found(FetchPredicate(format: "%K == 'x'", attack)) }
    #expect(throws: GraphError.self) {
      try context.fetch(FetchRequest(entityName: attack))
    }
    #expect(throws: GraphError.self) {
      try context.fetch(FetchRequest(entityName: "Employee", sortKeys: [SortKey(attack)]))
    }
    var request = FetchRequest(entityName: "Employee")
    request.relationshipKeyPathsForPrefetching = [attack]
    #expect(throws: GraphError.self) { try context.fetch(request) }
    try expectUnharmed()
  }

  /// The shape of a question makes its text; values never do, however many there are.
  @Test func `the text of a statement holds no value`() throws {
    func text(_ predicate: FetchPredicate) throws -> String {
      let request = FetchRequest(entityName: "Employee", predicate: predicate)
      return try context.queryPlan(for: request).statements.map(\.text).joined(separator: "\n")
    }
    for attack in Self.attacks {
      for form in ["name == %@", "name IN %@", "name LIKE %@", "salary > 3 AND NOT name == %@"] {
        let value: Any = form.contains("IN") ? [attack] : attack
        let other: Any = form.contains("IN") ? ["Ada", "Bob"] : "Ada"
        #expect(
          try text(FetchPredicate(format: form, value))
            == text(FetchPredicate(format: form, other)))
      }
    }
  }
}
