// .scenario: a scenario of the package as a test, which fails at the line of the scenario.

import FaultlineTestSupport
import FaultlineTesting
import Foundation
import Testing

@Suite struct `A scenario as a test` {
  @Test(.scenario("Scenarios/first-light.yaml", quick: true))
  func `runs all of its variants`() {}

  @Test func `fails at the line of the expectation`() async throws {
    let folder = try StoreFolder()
    let file = folder.url.appending(path: "pair.yaml")
    try Self.pair.write(to: file, atomically: true, encoding: .utf8)
    let found = try await issues(of: .scenario(file.path))
    #expect(found.map(\.file) == [file.path, file.path])
    #expect(found.map(\.line) == [22, 22])
    #expect(found.map(\.column) == [11, 11])
    expectText(
      found.map(\.text).joined(separator: "\n"),
      is: """
        'objects.live@end == 1' broke in pair/keeps: objects.live@end was 2
        Each holds the other (C1).
        'objects.live@end == 1' broke in pair/retains: objects.live@end was 2
        Each holds the other (C1).
        """)
  }

  @Test func `is read from the package's folder`() async throws {
    let found = try await issues(of: .scenario("Scenarios/first-lihgt.yaml"))
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    expectText(
      found.map(\.text).joined(separator: "\n"),
      is: """
        Scenarios/first-lihgt.yaml: error: there is no such file, from the folder of the package, \(root). Did you mean \
        'first-light.yaml'?
        """)
    #expect(found.map(\.file) == [#filePath])
  }

  @Test func `has its mistakes at their places`() async throws {
    let folder = try StoreFolder()
    let file = folder.url.appending(path: "pair.yaml")
    try Self.pair.replacing("entity: Employee,", with: "entity: Emploee,")
      .write(to: file, atomically: true, encoding: .utf8)
    let found = try await issues(of: .scenario(file.path))
    #expect(found.map(\.file) == [file.path])
    #expect(found.map(\.line) == [14])
    #expect(found.first?.text.contains("no entity 'Emploee'. Did you mean 'Employee'?") == true)
  }

  @Test func `fails at the step at which a trial dies`() async throws {
    let folder = try StoreFolder()
    let file = folder.url.appending(path: "pair.yaml")
    try Self.pair.replacing("  - save: {}", with: "  - misbehave: crash")
      .write(to: file, atomically: true, encoding: .utf8)
    let found = try await issues(of: .scenario(file.path))
    expectText(
      found.map { "\($0.line): \($0.text)" }.joined(separator: "\n"),
      is: """
        17: pair/keeps was killed by signal 4 (illegal instruction).
        Its last step: misbehave (pair.yaml:17:5)
        FaultlineScenarios/MisbehaveStep.swift:24: Fatal error: The scenario asked for a crash.
        17: pair/retains was killed by signal 4 (illegal instruction).
        Its last step: misbehave (pair.yaml:17:5)
        FaultlineScenarios/MisbehaveStep.swift:24: Fatal error: The scenario asked for a crash.
        """)
  }

  @Test func `runs only some of its variants, and no longer than it may`() async throws {
    let folder = try StoreFolder()
    let file = folder.url.appending(path: "pair.yaml")
    try Self.pair.write(to: file, atomically: true, encoding: .utf8)
    let one = try await issues(of: .scenario(file.path, variants: ["keeps"]))
    #expect(one.count == 1)
    let none = try await issues(of: .scenario(file.path, variants: ["keep"]))
    #expect(none.first?.text.contains("Did you mean 'keeps'?") == true)
    // A trial that never ends: a short one may be over before its clock is read.
    try Self.pair.replacing("  - save: {}", with: "  - misbehave: hang")
      .write(to: file, atomically: true, encoding: .utf8)
    let late = try await issues(of: .scenario(file.path, timeout: .milliseconds(200)))
    #expect(late.count == 2)
    #expect(late.allSatisfy { $0.text.contains("did not end within 0.2 s and was stopped") })
  }

  /// As by a time limit of the test: no trial goes on for a test that is over.
  @Test func `runs no further when its test is cancelled`() async throws {
    let folder = try StoreFolder()
    let file = folder.url.appending(path: "pair.yaml")
    try Self.pair.write(to: file, atomically: true, encoding: .utf8)
    let cancelled = Task { try await issues(of: .scenario(file.path)) }
    cancelled.cancel()
    let found = try await cancelled.value
    #expect(
      found.last?.text == "The test was cancelled before all variants had run.", "\(found)")
  }

  private static let pair = """
    faultline: 1
    name: pair
    title: Two objects that hold each other
    model:
      Employee:
        name: string
        manager: {to one: Employee, inverse: reports}
        reports: {to many: Employee, inverse: manager}
    stores: [memory]
    context: {undo: none}
    variants: {keeps: {}, retains: {retainsRegisteredObjects: true}}
    steps:
      - turn:
          - insert: {entity: Employee, count: 1, into: boss}
          - insert: {entity: Employee, count: 1, into: report}
          - relate: {objects: report, by: manager, to: boss}
      - save: {}
      - fetch: {entity: Employee, into: staff}
      - walk: {from: staff, path: manager}
      - walk: {from: staff, path: reports}
    expect:
      - that: objects.live@end == 1
        because: Each holds the other (C1).
    """
}
