// The package with the module CoreData, as the manifest of a port names it.

import FaultlinePort
import Foundation

/// Finds the checkout of Faultline that a ported package depends on.
enum PortDependency {
  /// A path that was given relative to the current folder is written relative to the package.
  static func find(_ given: String?, for folder: String) -> PortOptions.Dependency {
    let package = URL(filePath: folder).standardizedFileURL.path
    if let given {
      let path = URL(filePath: given).standardizedFileURL.path
      return .path(given.hasPrefix("/") ? path : PortOptions.relativePath(of: path, from: package))
    }
    guard let checkout = checkout(above: Bundle.main.executablePath ?? "") else {
      return .placeholder
    }
    return .path(checkout)
  }

  /// The folder above a program that has the sources of the program.
  private static func checkout(above program: String) -> String? {
    var url = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    while url.path != "/" {
      let mark = url.appending(path: "Sources/FaultlinePort").path
      if FileManager.default.fileExists(atPath: mark) { return url.path }
      url = url.deletingLastPathComponent()
    }
    return nil
  }
}
