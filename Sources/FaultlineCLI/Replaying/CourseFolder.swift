// A folder to teach from: a page a scenario, and an index of lessons.

import FaultlineExperiments
import FaultlinePages
import FaultlineReplay
import FaultlineScenarios

/// Where the pages of a course are written.
struct CourseFolder {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  /// Writes everything, and returns the files as a user would name them.
  func write(_ films: [[Replay]]) throws(Diagnostic) -> [String] {
    let course = CoursePage(films)
    var written: [String] = []
    for lesson in course.lessons {
      let path = path(lesson.file)
      try Self.write(lesson.page, to: path)
      written.append(path)
    }
    try Self.write(course.answers, to: path(AnswersPage.file))
    try Self.write(course.text, to: path("index.html"))
    return written + [path(AnswersPage.file), path("index.html")]
  }

  private func path(_ file: String) -> String {
    FilePath.joined(folder, file)
  }

  /// Writes a replay, and makes the folders that lead to it.
  static func write(_ text: String, to path: String) throws(Diagnostic) {
    try OutputFile(what: "the replay", path: path).write(text)
  }
}
