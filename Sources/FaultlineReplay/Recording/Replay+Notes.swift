// Where a film says what its author explains: a lesson does not answer before it asks.

extension Replay {
  /// The notes of the whole film that stand at a step.
  ///
  /// All of them come before the first step where nothing is asked. A lesson opens with the first, which sets the scene;
  /// the others explain what it asks about, so they wait for its last question.
  package func ownNotes(at place: Int) -> [String] {
    let last = frames.lastIndex { !$0.questions.isEmpty } ?? 0
    if last == 0 { return place == 0 ? notes : [] }
    if place == 0 { return Array(notes.prefix(1)) }
    return place == last ? Array(notes.dropFirst()) : []
  }
}
