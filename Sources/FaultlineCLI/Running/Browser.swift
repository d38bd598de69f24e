// A page opened for a person, by the program of the desktop that opens files.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// What opens a page.
struct Browser {
  /// The user's own choice, then what desktops have.
  private static let names = ["xdg-open", "open"]
  /// How long it may take to say that it cannot.
  private static let patience = 3.0

  private let program: String

  /// The program that opens pages; nil where there is none.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let wanted = [environment["BROWSER"] ?? ""].filter { !$0.isEmpty }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let found = (wanted + Self.names).lazy.compactMap { name -> String? in
      let places = name.contains("/") ? [name] : folders.map { FilePath.joined($0, name) }
      return places.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    guard let program = found.first else { return nil }
    self.program = program
  }

  /// Opens a page and does not wait until it is closed; returns what went wrong.
  func open(_ page: String) -> String? {
    let process = Process()
    process.executableURL = FilePath.url(program)
    // Some programs would read a name with a dash in front as an option.
    process.arguments = [FilePath.url(page).path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      return "\(program) cannot be started: \(WholeFile.reason(for: error))"
    }
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
    guard !process.isRunning, process.terminationStatus != 0 else { return nil }
    return "\(program) ended with status \(process.terminationStatus)"
  }
}

/// The page of a run: what --open writes and opens, and what is named where people look.
struct RunPage {
  private let folder: String
  private let scenarios: [String]

  init(_ result: RunResult, in folder: String) {
    self.folder = folder
    scenarios = result.scenarios.map(\.name)
  }

  /// Where the page of the one scenario is, or what leads to the pages of several.
  var path: String {
    FilePath.joined(folder, scenarios.count == 1 ? "\(scenarios[0]).html" : "index.html")
  }

  /// Says that there can be a page, or where one is.
  func say(_ isWritten: Bool, to console: Console) {
    console.writeError(
      isWritten ? "page: \(path)" : "page: --open writes \(path) and shows it in a browser")
  }

  /// Opens the page, or says that it has to be opened by hand.
  func open(by browser: Browser?, console: Console) {
    let problem =
      browser.map { $0.open(path) }
      ?? "there is neither xdg-open nor open here, and BROWSER names none"
    say(true, to: console)
    if let problem {
      console.writeError("faultline: The page cannot be opened: \(problem). Open it in a browser.")
    }
  }
}
