// The formats that programs read: each names what failed, where, and by how much.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Testing

struct `Formats that programs read` {
  /// One expectation breaks, one trial dies, one disagrees with itself.
  static let troubled: Report = {
    var trials = FirstLight.oneDiffers
    trials[2] = FirstLight.oneDied[2]
    var result = FirstLight.scenario(
      trials: trials, judgements: FirstLight.judgements(broken: 1, of: 2),
      columns: Array(FirstLight.columns[3...5]))
    result.trials[0].settings[0].value = .word("none, \"nothing\"")
    return ReportBuilder().report(result)
  }()

  @Test func `CSV has a row a reading, and every pass where passes differ`() {
    let rows = CSVFormat().render(Self.troubled).split(separator: "\n").map(String.init)
    #expect(
      rows[0]
        == "scenario,variant,store,settings,pass,checkpoint,metric,value,unit,polarity")
    #expect(
      rows[1]
        == "first-light,let go,,\"way = none, \"\"nothing\"\"\",1,realized,objects.registered,"
        + "20000,count,neutral")
    #expect(rows.filter { $0.contains(",let go,") }.count == 8)
    #expect(rows.filter { $0.contains(",refresh,") }.count == 24)
    #expect(rows.contains { $0.hasSuffix(",2,end,objects.live,7,count,less") })
    #expect(!rows.contains { $0.contains("time.wall") })
  }

  @Test func `JUnit has a case a question, with the answer of each that failed`() {
    expectText(
      JUnitFormat().render(Self.troubled),
      is: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="faultline" tests="6" failures="2" errors="1">
          <testsuite name="first-light" tests="6" failures="2" errors="1" skipped="0">
            <properties>
              <property name="let go: cycles.count@realized" value="10000"/>
              <property name="let go: cycles.broken@released" value="0"/>
              <property name="let go: bytes.live@end" value="7040000"/>
              <property name="refresh: cycles.count@realized" value="10000"/>
              <property name="refresh: cycles.broken@released" value="10000"/>
              <property name="refresh: bytes.live@end" value="0"/>
              <property name="retain: cycles.count@realized" value="10000"/>
              <property name="retain: cycles.broken@released" value="10000"/>
              <property name="retain: bytes.live@end" value="0"/>
            </properties>
            <testcase classname="first-light.expectation" name="objects.live@end == 0 (refresh)">
              <failure message="objects.live@end was 400, expected 0">Scenarios/first-light.yaml:40:11
        because: Refresh drops the references.</failure>
            </testcase>
            <testcase classname="first-light.expectation" name="objects.live@end == 0"/>
            <testcase classname="first-light.trial" name="let go reads the same in every pass"/>
            <testcase classname="first-light.trial" name="refresh reads the same in every pass">
              <failure message="3 passes do not agree: objects.live@end was 0, 7.">Scenarios/first-light.yaml:1:1</failure>
            </testcase>
            <testcase classname="first-light.trial" name="reset reads the same in every pass">
              <error message="reset was killed by signal 11 (segmentation fault)">Scenarios/first-light.yaml:1:1
        last step: fetch: {entity: Employee}
        last: fetch Employee (200) · fault Department × 12 · save (3, unfinished)
        Fatal error: Index out of range</error>
            </testcase>
            <testcase classname="first-light.trial" name="retain reads the same in every pass"/>
          </testsuite>
        </testsuites>

        """)
  }

  @Test
  func `a gate that could compare nothing is an error for each variant, and an acceptance is none`()
  {
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: RunResult(scenarios: [FirstLight.result]))
    let count = FirstLight.result.trials.count
    func text(_ occasion: ReportOccasion) -> String {
      JUnitFormat().render(ReportBuilder().report(comparison, for: occasion))
    }
    #expect(!comparison.isAnythingCompared)
    #expect(text(.check).contains("failures=\"0\" errors=\"\(count)\""))
    #expect(
      text(.check).ranges(of: "<error message=\"there is no baseline of it\">").count == count)
    #expect(text(.acceptance).contains("failures=\"0\" errors=\"0\""))
    #expect(text(.acceptance).contains("skipped=\"\(count)\""))
  }

  @Test func `SARIF has a result a trouble, at its place and with a name that stays`() {
    expectText(
      SARIFFormat().render(Self.troubled),
      is: """
        {
          "$schema" : "https://json.schemastore.org/sarif-2.1.0.json",
          "runs" : [
            {
              "columnKind" : "unicodeCodePoints",
              "results" : [
                {
                  "level" : "error",
                  "locations" : [
                    {
                      "physicalLocation" : {
                        "artifactLocation" : {
                          "uri" : "Scenarios/first-light.yaml"
                        },
                        "region" : {
                          "startColumn" : 11,
                          "startLine" : 40
                        }
                      }
                    }
                  ],
                  "message" : {
                    "text" : "objects.live@end == 0 (refresh): objects.live@end was 400, expected 0\\nbecause: Refresh drops the references."
                  },
                  "partialFingerprints" : {
                    "faultline/v1" : "0eddb32b5c7b24b3"
                  },
                  "ruleId" : "expectation"
                },
                {
                  "level" : "error",
                  "locations" : [
                    {
                      "physicalLocation" : {
                        "artifactLocation" : {
                          "uri" : "Scenarios/first-light.yaml"
                        },
                        "region" : {
                          "startColumn" : 1,
                          "startLine" : 1
                        }
                      }
                    }
                  ],
                  "message" : {
                    "text" : "refresh reads the same in every pass: 3 passes do not agree: objects.live@end was 0, 7."
                  },
                  "partialFingerprints" : {
                    "faultline/v1" : "ebb01419b277fa54"
                  },
                  "ruleId" : "trial"
                },
                {
                  "level" : "error",
                  "locations" : [
                    {
                      "physicalLocation" : {
                        "artifactLocation" : {
                          "uri" : "Scenarios/first-light.yaml"
                        },
                        "region" : {
                          "startColumn" : 1,
                          "startLine" : 1
                        }
                      }
                    }
                  ],
                  "message" : {
                    "text" : "reset reads the same in every pass: reset was killed by signal 11 (segmentation fault)\\nlast step: fetch: {entity: Employee}\\nlast: fetch Employee (200) · fault Department × 12 · save (3, unfinished)\\nFatal error: Index out of range"
                  },
                  "partialFingerprints" : {
                    "faultline/v1" : "fffcd4b3af6d3118"
                  },
                  "ruleId" : "trial"
                }
              ],
              "tool" : {
                "driver" : {
                  "name" : "faultline",
                  "rules" : [
                    {
                      "id" : "expectation",
                      "shortDescription" : {
                        "text" : "What a scenario expects holds."
                      }
                    },
                    {
                      "id" : "trial",
                      "shortDescription" : {
                        "text" : "Every trial ends, and its passes read the same."
                      }
                    },
                    {
                      "id" : "baseline",
                      "shortDescription" : {
                        "text" : "No reading is worse than the one that was accepted."
                      }
                    }
                  ]
                }
              }
            }
          ],
          "version" : "2.1.0"
        }

        """)
  }

  @Test func `GitHub has an annotation a trouble and the verdict at the end`() {
    expectText(
      GitHubFormat().render(Self.troubled),
      is: """
        ::error file=Scenarios/first-light.yaml,line=40,col=11,title=first-light%3A objects.live@end == 0 (refresh)::objects.live@end was 400, expected 0%0Abecause: Refresh drops the references.
        ::error file=Scenarios/first-light.yaml,line=1,col=1,title=first-light%3A refresh reads the same in every pass::3 passes do not agree: objects.live@end was 0, 7.
        ::error file=Scenarios/first-light.yaml,line=1,col=1,title=first-light%3A reset reads the same in every pass::reset was killed by signal 11 (segmentation fault)%0Alast step: fetch: {entity: Employee}%0Alast: fetch Employee (200) · fault Department × 12 · save (3, unfinished)%0AFatal error: Index out of range
        faultline: CRASHED  1 of 4 variants · 1 of 2 expectations fail · counters not exact (the repeats of 1 variant differ)

        """)
  }

  @Test func `GitHub has at most ten annotations`() {
    let many = FirstLight.scenario(judgements: FirstLight.judgements(broken: 14))
    let lines = GitHubFormat().render(ReportBuilder().report(many)).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("::error ") }.count == 10)
    #expect(
      lines[10] == "::notice title=faultline::4 more; the step summary has the report")
  }

  @Test func `charts over commits have the headline numbers of one polarity`() {
    let result = FirstLight.scenario(
      trials: Array(FirstLight.trials.prefix(1)), columns: Array(FirstLight.columns[3...5]))
    let report = ReportBuilder().report(result)
    expectText(
      SmallerIsBetterFormat().render(report),
      is: """
        [
          {
            "extra" : "Bytes in the workload's arena.",
            "name" : "first-light/let go: bytes.live@end",
            "unit" : "bytes",
            "value" : 7040000
          }
        ]

        """)
    expectText(
      BiggerIsBetterFormat().render(report),
      is: """
        [
          {
            "extra" : "Retain cycles that a step broke.",
            "name" : "first-light/let go: cycles.broken@released",
            "unit" : "count",
            "value" : 0
          }
        ]

        """)
  }

  @Test(arguments: [true, false])
  func `a comparison's cases fail on what is worse, and strictly on what is better`(strict: Bool) {
    let base = RunResult(scenarios: [FirstLight.result])
    var head = base
    head.scenarios[0].trials[0].samples[0].checkpoints[2].readings[0].quantity = 20_001
    head.scenarios[0].trials[1].samples[0].checkpoints[2].readings[2].quantity = 140_211
    let report = ReportBuilder().report(
      Comparison(base: base, head: head), for: .comparison, of: head, strict: strict)
    let cases = report.cases.filter { $0.kind == .baseline }.map {
      "\($0.outcome): \($0.name): \($0.message)"
    }
    #expect(
      cases == [
        "failed: let go against the base: 1 reading \(strict ? "differs" : "is worse"): "
          + "objects.live@end 20,000 → 20,001 (<0.1 %)",
        strict
          ? "failed: refresh against the base: 1 reading differs: "
            + "alloc.count@end 140,212 → 140,211 (<0.1 %)"
          : "passed: refresh against the base: ",
        "passed: reset against the base: ", "passed: retain against the base: ",
      ])
    #expect(
      CSVFormat().render(report).split(separator: "\n").filter { !$0.contains(",same,") } == [
        "scenario,trial,checkpoint,metric,base,head,change,verdict,unit,polarity",
        "first-light,first-light/let go,end,objects.live,20000,20001,1,worse,count,less",
        "first-light,first-light/refresh,end,alloc.count,140212,140211,-1,better,count,less",
      ])
  }

  @Test func `a case has the same fingerprint in every run, and each its own`() {
    let cases = Self.troubled.cases
    #expect(Set(cases.map(\.fingerprint)).count == cases.count)
    #expect(cases[0].fingerprint == "0eddb32b5c7b24b3")
  }
}
