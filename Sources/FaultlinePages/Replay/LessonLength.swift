// How long a lesson takes a reader who is new to it.

import FaultlineReplay

/// The minutes of a lesson.
struct LessonLength {
  let minutes: Int

  /// Words a minute, for a reader who looks from the sentence to the graph and back.
  private static let pace = 120
  /// Seconds to think of an answer before it is shown.
  private static let thought = 20

  init(_ film: Replay) {
    // What only prepares is passed over.
    let shown = film.frames.prefix(1) + film.frames.dropFirst(film.lessonStart ?? 1)
    let questions = film.frames.flatMap(\.questions)
    let texts =
      [film.title] + film.notes + questions.flatMap { [$0.text, $0.answer] }
      + shown.flatMap { [ReplaySentence($0.sentence).lead] + $0.notes }
    let words = texts.reduce(0) { $0 + $1.split(separator: " ").count }
    let seconds = words * 60 / Self.pace + questions.count * Self.thought
    minutes = max(1, (seconds + 30) / 60)
  }
}
