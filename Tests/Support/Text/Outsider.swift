// Programs of others that tests ask for their opinion, where they are installed.

public import Foundation

/// Runs programs that may not be there.
public enum Outsider {
  /// What a program prints, errors included; nil where it cannot be found.
  public static func run(
    _ name: String, _ words: [String], in folder: URL? = nil
  ) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let places = path.split(separator: ":").map { "\($0)/\(name)" }
    guard let program = places.first(where: FileManager.default.isExecutableFile) else {
      return nil
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    guard (try? process.run()) != nil else { return nil }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
