// What a scenario's run says to the process of a trial, in words of a command line.

internal import FaultlineMeasures
internal import FaultlineScenarios

/// The words that `ProcessExecutor` writes.
struct TrialOrders {
  private(set) var file = "standard input"
  private(set) var folder: String?
  private(set) var storeFolder: String?
  private(set) var cache = InitialDataCache.usual
  private(set) var parent: Int?
  private(set) var choices = Choices()

  /// Reads the words; one that says nothing to a trial of a test is passed over.
  init(_ words: some Sequence<String>) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1]) : ""
      switch parts[0] {
      case "--file": file = value
      case "--beside": folder = value
      case "--folder": storeFolder = value
      case "--cache": cache = InitialDataCache(at: value)
      case "--parent": parent = Int(value)
      case "--cell": choices.cell = value
      case "--quick": choices.quick = true
      default: break
      }
    }
  }
}
