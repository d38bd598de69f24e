// How exactly measurements of the heap and of SQLite can be compared: to the unit, or coarsely where another program or
// another kind of machine has measured them.

/// A kind of machine: what decides the layout of the heap.
package struct MachineKind: Sendable, Hashable {
  /// The instruction set, such as `x86_64`.
  package var architecture: String
  /// The number of bytes in a page.
  package var pageSize: Int
}

extension KeyFacts {
  /// The kind of the machine.
  package var kind: MachineKind { MachineKind(architecture: architecture, pageSize: pageSize) }
}

/// The precision of a comparison of heap and SQLite measurements.
package enum MeasurementPrecision: Sendable, Hashable {
  /// Every unit counts.
  case exact
  /// Only what is far worse counts, for these reasons.
  case coarse(Cause, [String])

  /// What differs between both sides.
  package enum Cause: Sendable, Hashable {
    /// The architecture, or the page size.
    case machine
    /// Faultline, or a library that it runs with.
    case program
  }

  /// How many times the baseline a measurement has to be, to be worse where the comparison is coarse.
  package static let factor = 1.25

  /// The reasons, each in a few words; none where every unit counts.
  package var reasons: [String] {
    if case .coarse(_, let reasons) = self { reasons } else { [] }
  }

  /// Compares where both sides were measured.
  ///
  /// Where neither side says, the caller vouches that both are from the same machine.
  package init(from base: KeyFacts?, to head: KeyFacts?) {
    guard let base, let head else {
      switch (base, head) {
      case (nil, nil): self = .exact
      case (nil, _): self = .coarse(.machine, ["the base does not say where it was measured"])
      default: self = .coarse(.machine, ["the new result does not say where it was measured"])
      }
      return
    }
    let differences = head.differences(from: base)
    if base.kind != head.kind {
      self = .coarse(.machine, differences)
    } else if let before = base.behavior, let after = head.behavior {
      // Libraries of other versions that measure the same are as good as the same.
      self = before == after ? .exact : .coarse(.program, head.programChanges(from: base))
    } else {
      self = differences.isEmpty ? .exact : .coarse(.program, differences)
    }
  }

  /// Whether a metric that depends on the machine can be compared at all.
  package func compares(_ metric: Metric) -> Bool {
    guard case .coarse(.machine, _) = self else { return true }
    return !["heap.", "wal."].contains(where: metric.name.hasPrefix)
  }

  /// Whether a coarse comparison finds the later measurement worse.
  package static func isFarWorse(
    _ head: Quantity, than base: Quantity, _ polarity: Metric.Polarity
  ) -> Bool {
    switch polarity {
    case .less: head.double > base.double * factor
    case .more: head.double * factor < base.double
    case .neutral: false
    }
  }
}

extension KeyFacts {
  /// What is another program, each in a few words.
  fileprivate func programChanges(from base: KeyFacts) -> [String] {
    let versions = [base.faultline, faultline].map { $0 ?? "not known" }
    let changes = differences(from: base)
    if versions[0] != versions[1] {
      return ["Faultline was \(versions[0]) and is \(versions[1])"] + changes
    }
    return changes.isEmpty
      ? ["this build of Faultline \(versions[1]) measures otherwise than the one before"] : changes
  }
}
