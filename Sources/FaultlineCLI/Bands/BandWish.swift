// Whether a run plays both ends of what nothing public settles.

/// When bands are played.
enum BandWish: Sendable {
  /// Of every scenario that shows the framework of today.
  case always
  /// Only of one that comes in its quick size.
  case quickSizes

  /// What the command line and the surroundings ask for; nil where no other end is to be played.
  ///
  /// A build waits for its numbers, so there only what is quick is played as often as that.
  init?(_ arguments: ParsedArguments, isCI: Bool) {
    if arguments.has(CommonOptions.noBands) { return nil }
    self = isCI && !arguments.has(CommonOptions.bands) ? .quickSizes : .always
  }

  /// Whether bands are played under these choices.
  func plays(_ isQuick: Bool) -> Bool { self == .always || isQuick }
}
