// How much memory another process holds, read from the kernel's own page about it.

import FaultlineSystem

/// The resident memory of one process; the kernel's page is opened once and read again and again.
struct ResidentMemory: ~Copyable {
  private let page: Descriptor
  private let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Nil when the process is gone already.
  init?(of pid: pid_t) {
    let file = open(Linux.memory(of: pid), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    page = Descriptor(taking: file)
  }

  /// The bytes held now, or nil when the process is over.
  func bytes() -> Int? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = uninterrupted { pread(page.number, buffer.baseAddress, buffer.count, 0) }
      guard count > 0 else { return nil }
      // "size resident shared …", counted in pages.
      let fields = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
      return fields.count > 1 ? Int(fields[1]).map { $0 * pageSize } : nil
    }
  }
}

extension ResidentMemory {
  /// The bytes that this process holds.
  static var ofThisProcess: Int? {
    guard let memory = ResidentMemory(of: getpid()) else { return nil }
    return memory.bytes()
  }
}

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
