// The process runs itself again once, and says why when it cannot.

import Foundation
import Testing

@testable import FaultlineProfiler

@Suite struct DeterministicHashingTests {
  @Test(
    arguments: [
      (nil, nil, .runAgain), ("1", nil, .isDeterministic), ("true", "1", .isDeterministic),
      ("0", nil, .runAgain), ("", nil, .runAgain), (nil, "1", .giveUp), ("no", "1", .giveUp),
    ] as [(String?, String?, DeterministicHashing.Course)])
  func `the environment decides, and nothing loops`(
    variable: String?, guardVariable: String?, course: DeterministicHashing.Course
  ) {
    #expect(
      DeterministicHashing.course(variable: variable, guardVariable: guardVariable) == course)
  }

  @Test func `the process that follows has both variables and the arguments`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      unsetenv("SWIFT_DETERMINISTIC_HASHING")
      let script = "test $SWIFT_DETERMINISTIC_HASHING$FAULTLINE_REEXECUTED$1 = 11x && exit 42"
      _ = DeterministicHashing.ensure(
        arguments: ["sh", "-c", script, "sh", "x"], executable: "/bin/sh")
    }
  }

  @Test func `a failure is a sentence, and the environment stays as it was`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      unsetenv("SWIFT_DETERMINISTIC_HASHING")
      let sentence = DeterministicHashing.ensure(arguments: ["x"], executable: "/nowhere")
      let expected =
        "Hashing is not deterministic: the process could not run itself again "
        + "(No such file or directory); set SWIFT_DETERMINISTIC_HASHING=1 before the start."
      let clean = getenv("SWIFT_DETERMINISTIC_HASHING") == nil
      exit(sentence == expected && clean ? 42 : 1)
    }
  }
}
