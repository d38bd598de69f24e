// faultline plan and faultline doctor, whole.

import FaultlineTestSupport
import Testing

@Suite struct PlanAndDoctorTests {
  @Test func `a plan lists every trial and plays none`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let answer = try program.run("plan", "small.yaml", "--variant", "odd", "--repeats", "5")
    #expect(answer.status == 0)
    expectText(
      answer.output,
      is: """
        small: A small one
          small.yaml

        small/odd: 1 + 5 passes of 10 operations
          store = memory · retainsRegisteredObjects = false · pool = true · undo = none
            · rows = 5

        1 trial of 1 scenario

        """)
    #expect(program.files(in: ".") == ["small.yaml"])
  }

  /// The same for programs: fields, where the page has a line, and what is known of the numbers already.
  @Test func `a plan is a document as well`() throws {
    let scenario = smallScenario()
      .replacing("{repeats: 2, warmup: 1}", with: "{repeats: 1, warmup: 0}")
    let program = try WholeProgram(["small.yaml": scenario])
    let answer = try program.run("plan", "small.yaml", "--variant", "odd", "--format", "json")
    #expect(answer.status == 0)
    let message =
      "A single pass without a warm-up is not exact: what the runtime builds once counts as the workload's, in bytes, "
      + "allocations and what is left at the end."
    expectText(
      answer.output,
      is: """
        {
          "scenarios" : [
            {
              "file" : "small.yaml",
              "findings" : [

              ],
              "name" : "small",
              "parameters" : [
                {
                  "name" : "rows",
                  "value" : 3
                }
              ],
              "title" : "A small one",
              "trials" : [
                {
                  "findings" : [
                    {
                      "advice" : "Leave 'warmup' at 1, or measure twice to see the difference.",
                      "evidence" : [

                      ],
                      "kind" : "measurement",
                      "message" : "\(message)"
                    }
                  ],
                  "id" : "small/odd",
                  "operations" : 10,
                  "repeats" : 1,
                  "settings" : [
                    {
                      "name" : "store",
                      "value" : "memory"
                    },
                    {
                      "name" : "retainsRegisteredObjects",
                      "value" : "false"
                    },
                    {
                      "name" : "pool",
                      "value" : "true"
                    },
                    {
                      "name" : "undo",
                      "value" : "none"
                    },
                    {
                      "name" : "rows",
                      "value" : 5
                    }
                  ],
                  "variant" : "odd",
                  "warmup" : 0
                }
              ]
            }
          ],
          "schemaVersion" : 1
        }

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
