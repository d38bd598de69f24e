// One status of many, and one name of a revision.

import FaultlineMeasures
import Testing

struct `An exit status` {
  @Test(
    arguments: [
      ([], .held), ([.held, .nothingCompared], .nothingCompared),
      ([.internalError, .nothingCompared], .internalError),
      ([.internalError, .broken], .broken), ([.broken, .internalError, .died], .died),
      ([.died, .interrupted, .internalError], .interrupted),
    ] as [([FaultlineMeasures.ExitStatus], FaultlineMeasures.ExitStatus)])
  func `of several is the most serious`(
    statuses: [FaultlineMeasures.ExitStatus], worst: FaultlineMeasures.ExitStatus
  ) {
    #expect(FaultlineMeasures.ExitStatus.mostSerious(of: statuses) == worst)
  }

  @Test func `is never lost among others`() {
    for status in FaultlineMeasures.ExitStatus.allCases {
      #expect(FaultlineMeasures.ExitStatus.mostSerious(of: [.held, status]) == status)
    }
  }
}

struct `A revision's name` {
  private static let commit = "0123456789abcdef0123456789abcdef01234567"

  @Test(
    arguments: [
      (commit, "0123456789ab"), (commit + "+changes", "0123456789ab+changes"),
      (commit + "0123456789abcdef01234567", "0123456789ab"), (commit + "-dirty", commit + "-dirty"),
      ("v1.0", "v1.0"), ("6ac794b+changes", "6ac794b+changes"), ("", ""), ("+changes", "+changes"),
    ])
  func `is short where it is a commit's`(name: String, short: String) {
    #expect(RevisionName.short(name) == short)
  }
}
