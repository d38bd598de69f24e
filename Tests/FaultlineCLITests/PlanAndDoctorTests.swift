// faultline plan and faultline doctor, whole.

import FaultlineTestSupport
import Testing

@Suite struct PlanAndDoctorTests {
  @Test func `a plan tells every trial and plays none`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let answer = try program.run("plan", "small.yaml", "--variant", "odd", "--repeats", "5")
    #expect(answer.status == 0)
    expectText(
      answer.output,
      is: """
        small: A small one
        small.yaml

          small/odd: 1 + 5 passes of 10 operations
            store = memory · retainsRegisteredObjects = false · pool = true · undo =
            none · rows = 5

        1 trial of 1 scenario

        """)
    #expect(program.files(in: ".") == ["small.yaml"])
  }

  @Test func `a plan of a bad scenario is refused as a run is`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let answer = try program.run("plan", "small.yaml", "--store", "sqlite")
    #expect(answer.status == 3)
    expectText(
      answer.errors,
      is: """
        small.yaml: error: the scenario 'small' does not run on the store 'sqlite'
            = its stores: memory

        """)
  }

  @Test func `the doctor says that all is well, once`() throws {
    let answer = try WholeProgram().run("doctor")
    #expect(answer.status == 0)
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("jemalloc") } == 1)
    #expect(lines.last == "Everything that exact measuring needs is here.")
  }

  @Test func `the doctor finds an allocator with other options`() throws {
    let answer = try WholeProgram().run("doctor", environment: ["MALLOC_CONF": "narenas:3"])
    #expect(answer.status == 1)
    #expect(answer.output.contains("narenas is 3, expected 1. Run without MALLOC_CONF"))
  }
}
