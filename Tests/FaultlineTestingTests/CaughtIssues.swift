// The issues that a trait records, without the test around it failing of them.

import Synchronization
import Testing

/// An issue, as far as tests look at it.
struct CaughtIssue: Equatable {
  let text: String
  let file: String
  let line: Int
  let column: Int
}

/// Runs a body under a trait, and catches every issue.
func issues<Scope: Trait & TestScoping>(
  of trait: Scope, _ body: @escaping @Sendable () async throws -> Void = {}
) async throws -> [CaughtIssue] {
  let test = try #require(Test.current)
  let caught = Mutex<[CaughtIssue]>([])
  let catching = IssueHandlingTrait.compactMapIssues { issue in
    let place = issue.sourceLocation
    caught.withLock {
      $0.append(
        CaughtIssue(
          text: issue.comments.map(\.rawValue).joined(separator: "\n"),
          file: place?.filePath ?? "", line: place?.line ?? 0, column: place?.column ?? 0))
    }
    return nil
  }
  try await catching.provideScope(for: test, testCase: Test.Case.current) {
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
  return caught.withLock { $0 }
}
