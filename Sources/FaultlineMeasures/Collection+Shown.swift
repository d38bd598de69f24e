// How much of a list is shown where it is long.

extension Collection {
  /// The first of them, at most so many; all where one alone would be left out, since "1 more" takes as much room.
  package func shown(atMost most: Int) -> SubSequence {
    prefix(count == most + 1 ? most + 1 : most)
  }
}
