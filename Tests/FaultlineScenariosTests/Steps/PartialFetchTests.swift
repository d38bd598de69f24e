// Fetches that name properties: what their objects know, and what it costs to read more.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct PartialFetchTests {
  private static let fetch =
    "- fetch: {entity: Employee, into: crew, sort: name, properties: [name, manager]}"

  private func played(_ steps: String, _ settings: String = "", on store: String = "sqlite")
    -> String
  {
    playing("- release: all\n- reset: {}\n" + steps, store: store, settings: settings) {
      session, _ in
      "\(session.coordinator.statistics.roundTrips) trips\n" + drawing(of: session.context)
    }
  }

  /// Semantics 33, F2: reading what was named leaves faults as they are; settings of the context do not go before it.
  @Test(arguments: ["sqlite", "memory"], ["", "fetchesAs: realized", "prefetches: reports"])
  func `what was named is read for nothing`(store: String, settings: String) {
    let read = "\n- touch: {objects: crew, properties: [name, manager]}"
    let (alone, then) = (
      played(Self.fetch, settings, on: store), played(Self.fetch + read, settings, on: store)
    )
    #expect(alone == then)
    expectText(
      then.split(separator: "\n").dropFirst().joined(separator: "\n"),
      is: """
        Employee (fault, name Manager 0)
        Employee (fault, name Manager 1)
        Employee (fault, name Report 0)
        Employee (fault, name Report 1)
        """)
  }

  /// F3, F5: anything else is a request for each.
  @Test(
    arguments: ["", ", batch: 2"], ["touch: crew", "touch: {objects: crew, properties: salary}"])
  func `anything else fires each`(batch: String, touch: String) {
    let fetch = Self.fetch.replacing("]}", with: "]\(batch)}")
    func trips(_ steps: String) -> Int {
      Int(played(steps).prefix { $0.isNumber }) ?? -1
    }
    let (alone, then) = (trips(fetch), trips("\(fetch)\n- \(touch)"))
    #expect(then - alone == (batch.isEmpty ? 4 : 6))
  }

  @Test(arguments: [
    ("nam", "'Employee' has no property 'nam'; did you mean 'name'?"),
    ("[]", "leave 'properties' out where all of an object is meant"),
    ("reports", "it leads to many objects, and a row does not say to which"),
    ("manager.name", "it belongs to another object; fetch dictionaries, or prefetch that object"),
    ("name, as: realized", "objects that are fetched with 'properties' are faults that know those"),
    ("name, as: keys", "leave 'as' out, or 'properties'"),
    ("name, prefetch: manager", "a fault holds nothing that is fetched along"),
  ])
  func `what cannot be is an error with its place`(words: String, says: String) {
    let picture = played("- fetch: {entity: Employee, properties: \(words)}")
    #expect(picture.hasPrefix("company.yaml:"), "\(picture)")
    #expect(picture.contains(says), "\(picture)")
    let allowed = played(
      "- fetch: {entity: Employee, properties: name, as: faults, prefetch: none}")
    #expect(allowed.hasSuffix("trips\n"), "\(allowed)")
  }

  @Test func `a property that is not there cannot be touched`() {
    let picture = played(Self.fetch + "\n- touch: {objects: crew, properties: [name, salry]}")
    #expect(picture.hasPrefix("company.yaml:"), "\(picture)")
    #expect(picture.contains("'Employee' has no property 'salry'; did you mean 'salary'?"))
  }

  @Test(arguments: [
    (
      "reports",
      """
      'reports' of 'Employee' leads to many objects; a touch reads what an object's own row has: \
      attributes and to-one relationships
      """, "'walk: {from: crew, path: reports}' goes to what it leads to"
    ),
    (
      "manager.name",
      """
      'manager' of 'Employee' leads to another object; a touch reads what an object's own row has: \
      attributes and to-one relationships
      """, "'walk: {from: crew, path: manager}' goes to what it leads to"
    ),
  ])
  func `a property that leads to other objects is not touched, but walked`(
    name: String, message: String, advice: String
  ) {
    let picture = played(Self.fetch + "\n- touch: {objects: crew, properties: [name, \(name)]}")
    #expect(picture.hasPrefix("company.yaml:"), "\(picture)")
    #expect(picture.contains(message), "\(picture)")
    #expect(picture.contains(advice), "\(picture)")
    #expect(!picture.contains("fetched"), "\(picture)")
  }
}
