// The way of a reader through a film: from the beginning to where the lesson begins, and on.

extension Replay {
  /// The first frame of the lesson itself, where steps that only prepare it stand before that.
  package var lessonStart: Int? { setup.map { $0 + 1 } }

  /// What a reader is shown of the steps that are passed over.
  package var setupWords: String? {
    setup.map {
      "Steps 1 to \($0) only prepare: they put records into the store, and no object is left after them."
    }
  }

  /// The frame after another, for a reader who does not look at what only prepares.
  package func place(after place: Int) -> Int {
    place == 0 ? lessonStart ?? min(1, frames.count - 1) : min(place + 1, frames.count - 1)
  }

  /// The frame before another, for such a reader.
  package func place(before place: Int) -> Int {
    place == lessonStart ? 0 : max(place - 1, 0)
  }

  /// The first frame of the round before or after the one that a frame is in; nil where there is none.
  package func round(from place: Int, isForwards: Bool) -> Int? {
    let starts = frames.indices.filter { at in
      !frames[at].rounds.isEmpty && (at == 0 || frames[at].rounds != frames[at - 1].rounds)
    }
    return isForwards ? starts.first { $0 > place } : starts.last { $0 < place }
  }
}
