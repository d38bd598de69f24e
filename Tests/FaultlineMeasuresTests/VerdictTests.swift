// One status of many.

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
