// Where what lies in a sweep's folder.

import FaultlineSweeps
import Testing

@Suite("A sweep's folder")
struct SweepFolderTests {
  @Test("has a plan, and a folder of trials")
  func places() {
    let folder = SweepFolder("out/sweep/")
    #expect(folder.plan == "out/sweep/plan.json")
    #expect(folder.trial("abc") == "out/sweep/trials/abc.jsonl")
    #expect(folder.files(ofScenario: 0) == "out/sweep/files/1")
  }
}
