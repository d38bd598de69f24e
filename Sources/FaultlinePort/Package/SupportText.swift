// The sources that a port adds to each target: type aliases, keys, bundles, and members that XCTest lacks.

/// Writes a target's support files.
struct SupportText {
  let target: PortedTarget
  let number: Int
  let targets: [PortedTarget]
  let catalog: Catalog

  /// The texts by file name.
  var files: [String: String] {
    var files = ["PortedSupport.swift": support]
    if target.imports.contains("XCTest") { files["PortedXCTest.swift"] = XCTestShim.text }
    if target.usesApplication { files["PortedUIApplication.swift"] = ApplicationShim.text }
    return files
  }

  private static let header =
    "// Written by `faultline port`, which replaces this file when it runs again.\n\n"

  private var support: String {
    let extended = keyTables
    let modules = Set(extended.map(\.module)).union(bundleTargets.map(\.name)).subtracting([
      target.name
    ]).sorted()
    let imports = (["CoreData", "Foundation"] + modules).map { "import \($0)\n" }.joined()
    return Self.header + imports + "\n" + aliases + containers + bundles
      + extended.map { "\n\($0.text)\n" }.joined()
  }

  /// A module's own declarations come before imported ones, so these hide Foundation's classes.
  private var aliases: String {
    [
      "NSPredicate", "NSSortDescriptor", "NSExpression", "NSCompoundPredicate",
      "NSComparisonPredicate",
    ].map { "public typealias \($0) = CoreData.\($0)\n" }.joined()
  }

  /// Folders that apps share, where the target asks for them.
  private var containers: String {
    let name = "containerURL"
    guard target.files.contains(where: { $0.usedNames.contains(name) }) else { return "" }
    return """

      extension FileManager {
        func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? {
          guard let support = urls(for: .applicationSupportDirectory, in: .userDomainMask).first
          else { return nil }
          let folder = support.appendingPathComponent(group)
          try? createDirectory(at: folder, withIntermediateDirectories: true)
          return folder
        }
      }

      """
  }

  // MARK: - Keys

  private var keyTables: [(module: String, text: String)] {
    catalog.allClasses.compactMap { fact in
      guard fact.isVisible, let keys = PropertyKeyTable.declaration(for: fact, in: number, catalog)
      else { return nil }
      return (
        catalog.targetNames[fact.place.target], "extension \(fact.name) {\n  \(keys)\n}"
      )
    }
  }

  // MARK: - Bundles

  /// The targets whose bundles this one can use.
  private var bundleTargets: [PortedTarget] {
    target.reachable(among: targets).sorted().map { targets[$0] }
      .filter { !$0.resources.isEmpty }
  }

  private var bundles: String {
    var text = """

      extension Bundle {
        func _urls(forResourcesWithExtension ext: String?, subdirectory: String? = nil) -> [URL]? {
          urls(forResourcesWithExtension: ext, subdirectory: subdirectory)?.map { $0 as URL }
        }
      }

      """
    if !target.resources.isEmpty {
      text += """

        public enum PortedResources_\(target.name) {
          public static var bundle: Bundle { .module }
        }

        """
    }
    var properties = bundleTargets.map {
      "  static var \($0.bundleProperty): Bundle { PortedResources_\($0.name).bundle }\n"
    }
    // Without resources a target has no bundle of its own, and what it looks up is in another's.
    if target.resources.isEmpty, let first = bundleTargets.first {
      properties.append("  static var module: Bundle { \(first.bundleProperty) }\n")
    }
    if !properties.isEmpty { text += "\nextension Bundle {\n\(properties.joined())}\n" }
    return text
  }
}
