// What each form of a predicate says about an object, in memory and in both kinds of stores.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct PredicateMeaningTests {
  /// Ada and Bob work in Research for Grace, Émile and a nameless one work nowhere.
  private struct World {
    let context: ManagedObjectContext
    let folder: StoreFolder
    let staff: [ManagedObject]

    init(_ kind: StoreKind) throws {
      folder = try StoreFolder()
      context = try makeContext(on: kind.coordinator(try companyModel(), in: folder))
      let research = context.insertNewObject(forEntityName: "Department")
      research.setValue("Research", forKey: "name")
      research.setValue(1000.0, forKey: "budget")
      let people: [(name: String?, salary: Double?)] = [
        ("Grace", 300), ("Ada", 100), ("Bob", 200), ("Émile", nil), (nil, 50),
      ]
      var staff: [ManagedObject] = []
      for (index, person) in people.enumerated() {
        let employee = context.insertNewObject(forEntityName: "Employee")
        employee.setValue(person.name, forKey: "name")
        employee.setValue(person.salary, forKey: "salary")
        employee.setValue(
          Date(timeIntervalSinceReferenceDate: Double(index) * 86_400), forKey: "hired")
        if index < 3 { employee.setValue(research, forKey: "department") }
        if index == 1 || index == 2 { employee.setValue(staff[0], forKey: "manager") }
        staff.append(employee)
      }
      self.staff = staff
      try context.save()
    }

    func found(_ text: String, _ arguments: [Any?]) throws -> String {
      let predicate = try FetchPredicate(format: text, argumentArray: arguments)
      let request = FetchRequest(entityName: "Employee", predicate: predicate)
      let found = try context.fetch(request).map(name)
      let judged = staff.filter { predicate.evaluate(with: $0) }.map(name)
      #expect(found == judged, "\(text)")
      #expect(try context.count(for: request) == judged.count, "\(text)")
      return found.joined(separator: " ")
    }

    private func name(_ object: ManagedObject) -> String {
      object.value(forKey: "name") as? String ?? "-"
    }
  }

  private static let meanings: [(text: String, found: String)] = [
    ("name == 'Ada'", "Ada"),
    ("name != 'Ada'", "Grace Bob Émile -"),
    ("name == NIL", "-"),
    ("name != NIL", "Grace Ada Bob Émile"),
    ("NOT name == 'Ada'", "Grace Bob Émile -"),
    ("salary > 100", "Grace Bob"),
    ("NOT salary > 100", "Ada Émile -"),
    ("salary <= 100 OR salary == NIL", "Ada Émile -"),
    ("salary BETWEEN {100, 200}", "Ada Bob"),
    ("NOT salary BETWEEN {100, 200}", "Grace Émile -"),
    ("salary < NIL", ""),
    ("salary IN {100, 50.0, NIL}", "Ada Émile -"),
    ("NOT salary IN {100, 50}", "Grace Bob Émile"),
    ("name IN {'Ada', 'Bob'}", "Ada Bob"),
    ("name IN[c] {'ADA', 'bob'}", "Ada Bob"),
    ("'da' IN name", "Ada"),
    ("name == 'ada'", ""),
    ("name ==[c] 'ada'", "Ada"),
    ("name ==[cd] 'EMILE'", "Émile"),
    ("name BEGINSWITH 'A'", "Ada"),
    ("name BEGINSWITH[cd] 'e'", "Émile"),
    ("NOT name BEGINSWITH 'A'", "Grace Bob Émile -"),
    ("name ENDSWITH 'e'", "Grace Émile"),
    ("name CONTAINS 'a'", "Grace Ada"),
    ("name CONTAINS[c] 'A'", "Grace Ada"),
    ("name CONTAINS ''", "Grace Ada Bob Émile"),
    // Longer than some names, and begun at the end of others.
    ("name CONTAINS 'Adam'", ""),
    ("name CONTAINS 'bb'", ""),
    ("name LIKE '?d*'", "Ada"),
    ("name LIKE[c] '*B'", "Bob"),
    ("name MATCHES '[AB].*'", "Ada Bob"),
    ("name MATCHES 'd'", ""),
    ("name MATCHES[c] 'ada|BOB'", "Ada Bob"),
    ("name > 'B' AND name < 'C'", "Bob"),
    ("department.name == 'Research'", "Grace Ada Bob"),
    ("department.name == NIL", "Émile -"),
    ("department.name != 'Research'", "Émile -"),
    ("department == NIL", "Émile -"),
    ("manager.department.budget > 10", "Ada Bob"),
    ("manager.name BEGINSWITH 'G'", "Ada Bob"),
    ("ANY reports.salary > 150", "Grace"),
    ("ALL reports.salary > 150", "Ada Bob Émile -"),
    ("ALL reports.salary >= 100", "Grace Ada Bob Émile -"),
    ("NONE reports.name == 'Ada'", "Ada Bob Émile -"),
    ("ANY department.employees.name == 'Bob'", "Grace Ada Bob"),
    ("ANY reports.department.name == 'Research'", "Grace"),
    ("SELF IN department.employees", "Grace Ada Bob"),
    ("reports.@count == 2", "Grace"),
    ("reports.@count == 0", "Ada Bob Émile -"), ("reports[SIZE] == 2", "Grace"),
    ("reports.@sum.salary == 300", "Grace"),
    ("reports.@sum.salary == 0", "Ada Bob Émile -"),
    ("reports.@avg.salary == 150", "Grace"),
    ("reports.@min.salary == 100 AND max(reports.salary) == 200", "Grace"),
    ("reports.@min.salary == NIL", "Ada Bob Émile -"),
    ("count(reports) > 1", "Grace"),
    ("department.employees.@count == 3", "Grace Ada Bob"),
    ("SUBQUERY(reports, $r, $r.salary < salary AND $r.name != 'Bob').@count == 1", "Grace"),
    ("ANY SUBQUERY(reports, $r, $r.salary > 150).name == 'Bob'", "Grace"),
    ("SUBQUERY(department.employees, $e, $e.salary > SELF.salary).@count == 0", "Grace Émile -"),
    ("salary + 1 == 101", "Ada"),
    ("salary * 2 > salary + 150", "Grace Bob"),
    ("-salary < -150", "Grace Bob"),
    ("salary / 0 == NIL", "Grace Ada Bob Émile -"),
    ("salary ** 2 == 10000", "Ada"),
    ("7 / 2 == 3", "Grace Ada Bob Émile -"),
    ("modulus(7, 4) == 3 AND abs(-3) == 3 AND salary == 50", "-"),
    ("uppercase(name) == 'ADA'", "Ada"),
    ("length(name) == 3", "Ada Bob"),
    ("sqrt(salary) == 10", "Ada"),
    ("TERNARY(salary > 100, 'much', 'little') == 'much'", "Grace Bob"),
    ("hired == CAST(86400, 'NSDate')", "Ada"),
    ("hired < now() AND hired + 86400 > CAST(259200, 'NSDate')", "Émile -"),
    ("manager == SELF.manager.reports.@count", "refused"),
    ("TRUEPREDICATE", "Grace Ada Bob Émile -"),
    ("FALSEPREDICATE OR name == 'Bob'", "Bob"),
  ]

  @Test(arguments: StoreKind.allCases)
  func `every form means the same in memory and in a store`(kind: StoreKind) throws {
    let world = try World(kind)
    for (text, wanted) in Self.meanings where wanted != "refused" {
      #expect(try world.found(text, []) == wanted, "\(kind): \(text)")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `objects and their IDs can be looked for`(kind: StoreKind) throws {
    let world = try World(kind)
    let (grace, ada) = (world.staff[0], world.staff[1])
    #expect(try world.found("manager == %@", [grace]) == "Ada Bob")
    #expect(try world.found("manager != %@", [grace.objectID]) == "Grace Émile -")
    #expect(try world.found("SELF == %@", [ada]) == "Ada")
    #expect(try world.found("SELF IN %@", [[ada, grace]]) == "Grace Ada")
    #expect(try world.found("NOT SELF IN %@", [[ada.objectID, grace.objectID]]) == "Bob Émile -")
    #expect(try world.found("reports CONTAINS %@", [ada]) == "Grace")
    #expect(try world.found("%@ IN reports", [ada]) == "Grace")
    #expect(try world.found("ANY reports IN %@", [[ada]]) == "Grace")
    #expect(try world.found("manager IN %@", [[ada, grace]]) == "Ada Bob")
    #expect(try world.found("manager == %@", [nil]) == "Grace Émile -")
    let printed = try FetchPredicate(format: "manager == %@", grace).description
    #expect(try world.found(printed, []) == "Ada Bob")
  }

  /// An object of another store, or one that was never saved, equals no object.
  @Test(arguments: StoreKind.allCases)
  func `strangers are not found, and are unlike everyone`(kind: StoreKind) throws {
    let world = try World(kind)
    let other = try World(kind)
    let stranger = other.staff[0].objectID
    let new = try Office().hire("Nobody")
    for other: Any in [stranger, new] {
      #expect(try world.found("manager == %@", [other]) == "")
      #expect(try world.found("manager != %@", [other]) == "Grace Ada Bob Émile -")
      #expect(try world.found("SELF IN %@", [[other]]) == "")
    }
  }

  /// A pattern that would try for ages is given up with a sentence.
  @Test(arguments: StoreKind.allCases)
  func `a pattern that never ends is an error`(kind: StoreKind) throws {
    let world = try World(kind)
    world.staff[0].setValue(String(repeating: "a", count: 40) + "b", forKey: "name")
    try world.context.save()
    let predicate = try FetchPredicate(format: "name MATCHES '(a+)+'")
    do {
      _ = try world.context.fetch(FetchRequest(entityName: "Employee", predicate: predicate))
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.message.contains("tries too many ways"), "\(error)")
    }
  }

  private static let refusals: [(text: String, says: String)] = [
    ("nam == 'x'", "'Employee' has no property 'nam'; did you mean 'name'?"),
    ("department.bugdet > 3", "'Department' has no property 'bugdet'; did you mean 'budget'?"),
    ("name == 3", "text cannot be compared with an integer"),
    ("hired == 'now'", "a date cannot be compared with text"),
    ("salary CONTAINS 'x'", "CONTAINS looks into text, and this is a number"),
    ("reports.name == 'x'", "this leads to many values; say ANY, ALL or NONE before it"),
    ("ANY name == 'x'", "ANY needs a to-many relationship on its left"),
    ("name.first == 'x'", "'Employee.name' is a value, and no key can follow it"),
    ("salary.@sum > 3", "'Employee.salary' is a value, and no key can follow it"),
    ("reports.@sum > 3", "@sum needs a key behind it"),
    ("reports.@median.salary > 3", "there is no @median"),
    ("reports.@sum.name > 3", "there is no sum of text"),
    ("frob(name) == 'x'", "there is no function 'frob'"),
    ("name == $who", "$who has no value; substitute one for it"),
    ("name MATCHES '['", "this is no regular expression"),
    ("salary BETWEEN 3", "BETWEEN needs two bounds"),
    ("manager == department", "an object of 'Employee' cannot be compared with an object of"),
    ("manager > SELF AND name + 1 == 2", "a number belongs here, and this is text"),
    ("salary ==[c] 3", "[c] and [d] are for text"),
    ("SUBQUERY(name, $x, TRUEPREDICATE).@count > 0", "SUBQUERY needs a to-many relationship"),
  ]

  @Test func `what has no meaning is refused with the key and its entity`() throws {
    let office = try Office()
    for (text, says) in Self.refusals {
      let predicate = try FetchPredicate(format: text)
      let request = FetchRequest(entityName: "Employee", predicate: predicate)
      do {
        _ = try office.context.fetch(request)
        Issue.record("\(text) was taken")
      } catch {
        #expect(error.message.hasPrefix(says), "\(text): \(error.message)")
        #expect(error.message.contains("^"), "\(text): \(error.message)")
      }
    }
  }
}
