// Values instead of objects: single, computed, grouped.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct DictionariesTests {
  private func office(_ kind: StoreKind, _ folder: StoreFolder) throws -> ManagedObjectContext {
    let context = try makeContext(on: kind.coordinator(try companyModel(), in: folder))
    let departments = ["Research", "Sales"].map { name in
      let department = context.insertNewObject(forEntityName: "Department")
      department.setValue(name, forKey: "name")
      return department
    }
    for (index, name) in ["Ada", "Bob", "Cy", "Dee", "Eve"].enumerated() {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
      employee.setValue(index == 4 ? nil : Double(index + 1) * 100, forKey: "salary")
      employee.setValue(
        Date(timeIntervalSinceReferenceDate: Double(index)), forKey: "hired")
      if index < 4 { employee.setValue(departments[index % 2], forKey: "department") }
    }
    try context.save()
    return context
  }

  private func picture(_ dictionaries: [[String: Any]]) -> String {
    dictionaries.map { line in
      line.sorted { $0.key < $1.key }.map { key, value in
        let id = value as? ManagedObjectID
        return "\(key) \(id.map { "→ \($0.entityName)" } ?? "\(value)")"
      }.joined(separator: ", ")
    }.joined(separator: "\n")
  }

  /// Semantics 128, 129: every attribute, as the stores have it; nothing where there is none.
  @Test(arguments: StoreKind.allCases)
  func `without names a dictionary has all attributes`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
    request.fetchLimit = 2
    request.fetchOffset = 3
    let found = try context.fetchDictionaries(request)
    #expect(found[0]["salary"] as? Double == 400)
    #expect(found[0]["hired"] as? Date == Date(timeIntervalSinceReferenceDate: 3))
    #expect(found[1].keys.sorted() == ["hired", "name"])
    // Unsaved changes do not show.
    for employee in try context.fetch(FetchRequest(entityName: "Employee")) {
      employee.setValue("New", forKey: "name")
    }
    #expect(try context.fetchDictionaries(request)[0]["name"] as? String == "Dee")
  }

  @Test(arguments: StoreKind.allCases)
  func `paths, objects and expressions have values`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    var request = FetchRequest(
      entityName: "Employee",
      predicate: try FetchPredicate(format: "salary >= 300 OR name == 'Eve'"),
      sortKeys: [SortKey("yearly", ascending: false)])
    request.propertiesToFetch = [
      "name", "department", "department.name",
      try PropertyExpression("yearly", format: "salary * 12"),
      try PropertyExpression("mates", format: "department.employees.@count"),
    ]
    expectText(
      picture(try context.fetchDictionaries(request)),
      is: """
        department → Department, department.name Sales, mates 2, name Dee, yearly 4800.0
        department → Department, department.name Research, mates 2, name Cy, yearly 3600.0
        mates 0, name Eve
        """)
  }

  @Test(arguments: StoreKind.allCases)
  func `groups have figures, and may be chosen by them`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    var request = FetchRequest(entityName: "Employee")
    request.propertiesToGroupBy = ["department.name"]
    request.propertiesToFetch = [
      "department.name", try PropertyExpression("heads", format: "count(SELF)"),
      try PropertyExpression("paid", format: "sum(salary)"),
      try PropertyExpression("most", format: "max(salary)"),
      try PropertyExpression("mean", format: "average(salary) + 1"),
    ]
    expectText(
      picture(try context.fetchDictionaries(request)),
      is: """
        heads 1, paid 0
        department.name Research, heads 2, mean 201.0, most 300.0, paid 400.0
        department.name Sales, heads 2, mean 301.0, most 400.0, paid 600.0
        """.replacing("paid 0\n", with: kind == .memory ? "paid 0.0\n" : "paid 0.0\n"))
    request.havingPredicate = try FetchPredicate(format: "sum(salary) > 400")
    #expect(
      try context.fetchDictionaries(request).map { $0["department.name"] as? String } == ["Sales"])
    request.havingPredicate = nil
    request.sortKeys = [SortKey("paid", ascending: false)]
    request.fetchLimit = 1
    #expect(try context.fetchDictionaries(request)[0]["paid"] as? Double == 600)
  }

  @Test(arguments: StoreKind.allCases)
  func `without groups a figure is about all rows`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    var request = FetchRequest(entityName: "Employee")
    request.propertiesToFetch = [
      try PropertyExpression("all", format: "@count"),
      try PropertyExpression("first", format: "min(name)"),
      try PropertyExpression("paid", format: "count(salary)"),
    ]
    #expect(picture(try context.fetchDictionaries(request)) == "all 5, first Ada, paid 4")
    request.predicate = FetchPredicate(value: false)
    #expect(picture(try context.fetchDictionaries(request)) == "all 0, paid 0")
  }

  /// Semantics 135.
  @Test(arguments: StoreKind.allCases)
  func `equal dictionaries come once, if that is wanted`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    var request = FetchRequest(entityName: "Employee")
    request.propertiesToFetch = ["department.name"]
    #expect(try context.fetchDictionaries(request).count == 5)
    request.returnsDistinctResults = true
    #expect(
      picture(try context.fetchDictionaries(request))
        == "\ndepartment.name Research\ndepartment.name Sales")
    request.fetchOffset = 1
    request.fetchLimit = 1
    #expect(picture(try context.fetchDictionaries(request)) == "department.name Research")
  }

  /// Semantics 129, 134.
  @Test func `what a dictionary cannot have is refused`() throws {
    let context = try Office().context
    func refusal(_ change: (inout FetchRequest) throws -> Void) throws -> String {
      var request = FetchRequest(entityName: "Employee")
      try change(&request)
      do { return "\(try context.fetchDictionaries(request))" } catch { return error.message }
    }
    #expect(
      try refusal { $0.propertiesToFetch = ["reports"] }.hasPrefix("this leads to many values"))
    #expect(try refusal { $0.propertiesToFetch = ["nam"] }.contains("did you mean 'name'?"))
    let grouped = try refusal {
      $0.propertiesToFetch = ["name"]
      $0.propertiesToGroupBy = ["department"]
    }
    #expect(grouped.hasPrefix("'name' differs within a group"))
    let having = try refusal { $0.havingPredicate = FetchPredicate(value: true) }
    #expect(having.hasPrefix("A having predicate needs propertiesToGroupBy"))
    let bare = try refusal {
      $0.propertiesToFetch = ["department"]
      $0.propertiesToGroupBy = ["department"]
      $0.havingPredicate = try FetchPredicate(format: "salary > 3")
    }
    #expect(bare.hasPrefix("A having predicate can speak of"))
  }
}
