// The course of a recording: which requests are one step, and what is left of a course that is too long.

import FaultlineTestSupport
import Testing

@testable import FaultlineRecordings

struct `The course of a recording` {
  private static func fault(_ object: String?, thread: String? = nil) -> ObservedRequest {
    var request = ObservedRequest(
      .fault, of: EntityName(name: "Pet"), at: Place(file: 1, line: 1))
    request.object = object
    request.rows = 1
    request.thread = thread
    return request
  }

  private static func fetch(_ entity: String, rows: Int?) -> ObservedRequest {
    var request = ObservedRequest(
      .fetch, of: EntityName(name: entity), at: Place(file: 1, line: 1))
    request.rows = rows
    return request
  }

  /// A line a step: `fault Pet × 2, 2 rows of p1 p2`.
  private static func picture(_ course: Course) -> String {
    let lines = course.steps.map { step in
      guard case .request(let request) = step.event else { return "save" }
      let objects = step.objects.isEmpty ? "" : " of \(step.objects.joined(separator: " "))"
      let name = request.entity.name ?? "-"
      return "\(request.kind.title) \(name) × \(step.times), \(step.rows) rows\(objects)"
    }
    return (lines + ["dropped: \(course.dropped)", ""]).joined(separator: "\n")
  }

  @Test func `takes neighbours that ask the same for one step, with all of their objects`() {
    var course = Course()
    course.add(Self.fault("p1"))
    course.add(Self.fault("p2"))
    course.add(Self.fault("p3", thread: "2"))
    course.add(ObservedSave(at: Place(file: 1, line: 2)))
    course.add(Self.fault("p4"))
    course.add(Self.fetch("Pet", rows: 3))
    course.add(Self.fetch("Pet", rows: 3))
    course.add(Self.fetch("Pet", rows: 4))
    course.add(Self.fetch("Toy", rows: nil))
    expectText(
      Self.picture(course),
      is: """
        fault Pet × 2, 2 rows of p1 p2
        fault Pet × 1, 1 rows of p3
        save
        fault Pet × 1, 1 rows of p4
        fetch Pet × 2, 6 rows
        fetch Pet × 1, 4 rows
        fetch Toy × 1, 0 rows
        dropped: 0

        """)
  }

  @Test func `counts what comes after the most that is kept, and goes on with its last step`() {
    var course = Course(most: 2)
    course.add(Self.fetch("Pet", rows: 1))
    course.add(Self.fault("p1"))
    course.add(Self.fault("p2"))
    course.add(Self.fetch("Toy", rows: 1))
    course.add(Self.fault("p3", thread: "2"))
    course.add(ObservedSave(at: Place(file: 1, line: 2)))
    expectText(
      Self.picture(course),
      is: """
        fetch Pet × 1, 1 rows
        fault Pet × 2, 2 rows of p1 p2
        dropped: 3

        """)
  }

  @Test func `adds no rows beyond the largest number`() {
    var course = Course()
    course.add(Self.fetch("Pet", rows: .max))
    course.add(Self.fetch("Pet", rows: .max))
    #expect(course.steps.map(\.rows) == [.max])
    #expect(course.steps.map(\.times) == [2])
  }
}
