// The program that tests start to have a process of its own.

import Foundation

/// Where the program lies: beside the one that runs the tests.
enum TestPrograms {
  static var url: URL? {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let places = [
      tests, Bundle.main.bundleURL,
      URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent(),
    ]
    return places.map { $0.appendingPathComponent("FaultlineTestPrograms") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
