// A folder to teach from: a page a scenario, and an index of lessons.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import Foundation

/// Where the pages of a course are written.
struct CourseFolder {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  /// Writes everything, and returns the files as a user would name them.
  func write(_ films: [[Film]]) throws(Diagnostic) -> [String] {
    let course = CoursePage(films)
    var written: [String] = []
    for lesson in course.lessons {
      let path = path(lesson.file)
      try Self.write(lesson.page, to: path)
      written.append(path)
    }
    try Self.write(course.text, to: path("index.html"))
    return written + [path("index.html")]
  }

  private func path(_ file: String) -> String {
    folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
  }

  /// Writes a file and the folders that lead to it.
  static func write(_ text: String, to path: String) throws(Diagnostic) {
    do {
      let file = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      throw Diagnostic("the replay cannot be written: \(error.localizedDescription)", file: path)
    }
  }
}
