// How much memory a trial may hold where no limit is set.

/// The memory of trials for which a user has set no limit: with none at all, the system would end whatever it likes.
enum MemoryBudget {
  /// Three quarters of what the machine has free or the control group may take, less what this process holds, in as many
  /// parts as trials run at once; nil where the system does not know.
  static func share(ofTrials count: Int) -> Int? {
    let own = ResidentMemory.ofThisProcess ?? 0
    guard let free = [Linux.availableMemory, Linux.memoryOfControlGroup].compactMap({ $0 }).min()
    else { return nil }
    return max(smallest, (free / 4 * 3 - own) / max(1, count))
  }

  /// A trial that is short of memory is to begin all the same, so that its end says why.
  private static let smallest = 64 << 20
}
