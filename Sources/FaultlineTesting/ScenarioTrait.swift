// A scenario as a trait of a test: .scenario("Scenarios/first-light.yaml").

public import Testing

/// Runs a scenario, all of its variants, as `faultline run` does; the test fails where an expectation breaks.
///
/// ```swift
/// @Test(.scenario("Scenarios/first-light.yaml")) func `first light`() {}
/// ```
///
/// Each broken expectation is an issue at its own line of the scenario, and the page of the report is attached to the test. The
/// test's body runs afterwards.
public struct ScenarioTrait: TestTrait, TestScoping {
  let path: String
  let file: String
  let isQuick: Bool
  let variants: [String]
  let timeout: Duration?

  /// Runs the scenario, then the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await ScenarioTest(self, at: test.sourceLocation).run()
    try await function()
  }
}

extension Trait where Self == ScenarioTrait {
  /// Runs a scenario, and fails the test where an expectation breaks.
  ///
  /// - Parameters:
  ///   - path: The scenario's file, from the folder of the package to which the test belongs; or from the root.
  ///   - quick: Whether it is run in its small size.
  ///   - variants: The variants to run; all of them if it is left out.
  ///   - timeout: How long a variant may take.
  ///   - file: The file of the test, which says where its package is.
  /// - Returns: The trait.
  public static func scenario(
    _ path: String, quick: Bool = false, variants: [String] = [], timeout: Duration? = nil,
    file: String = #filePath
  ) -> Self {
    Self(path: path, file: file, isQuick: quick, variants: variants, timeout: timeout)
  }
}
