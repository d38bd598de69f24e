// What a port begins with: targets with their sources, models and resources.

/// A folder of sources that becomes a target.
package struct PortTarget: Sendable {
  package struct File: Sendable {
    /// The path below the folder.
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  package var name: String
  /// The folder as findings name it.
  package var folder: String
  package var sources: [File]
  package var models: [ModelFolder]
  /// Files for the target's bundle, by their paths in it.
  package var resources: [File]
  /// What was found in the folder and cannot be ported, such as sources in Objective-C.
  package var findings: [PortFinding]

  package init(
    name: String, folder: String, sources: [File] = [], models: [ModelFolder] = [],
    resources: [File] = [], findings: [PortFinding] = []
  ) {
    self.name = name
    self.folder = folder
    self.sources = sources
    self.models = models
    self.resources = resources
    self.findings = findings
  }
}

/// How a port is made.
package struct PortOptions: Sendable {
  /// Where the package with the module `CoreData` is.
  package enum Dependency: Equatable, Sendable {
    /// A folder, as the written manifest names it.
    case path(String)
    /// Unknown: the manifest has a placeholder for its address.
    case placeholder
  }

  package var packageName = "Ported"
  package var faultline = Dependency.placeholder
  /// A Boolean value that indicates whether conditions for macOS hold on Linux.
  package var countsAsMacOS = false
  /// A Boolean value that indicates whether OpenCombine stands in for Combine.
  package var hasCombine = false

  package init() {}

  /// The path of a folder as seen from another; both are absolute.
  package static func relativePath(of path: String, from base: String) -> String {
    FileSystem.relative(path, from: base)
  }
}
