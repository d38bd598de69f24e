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
    return files
  }

  private static let header = "// Written by `faultline port`, which replaces this file when it runs again.\n\n"

  private var support: String {
    let extended = keyTables
    let modules = Set(extended.map(\.module)).union(bundleImports).subtracting([target.name]).sorted()
    let imports = (["CoreData", "Foundation"] + modules).map { "import \($0)\n" }.joined()
    return Self.header + imports + "\n" + aliases + bundles
      + extended.map { "\n\($0.text)\n" }.joined()
  }

  /// A module's own declarations come before imported ones, so these hide Foundation's classes.
  private var aliases: String {
    [
      "NSPredicate", "NSSortDescriptor", "NSExpression", "NSCompoundPredicate",
      "NSComparisonPredicate",
    ].map { "public typealias \($0) = CoreData.\($0)\n" }.joined()
  }

  // MARK: - Keys

  private var keyTables: [(module: String, text: String)] {
    catalog.allClasses.compactMap { fact in
      guard fact.isVisible, let keys = KeyTable.declaration(for: fact, in: number, catalog)
      else { return nil }
      return (
        catalog.targetNames[fact.place.target], "extension \(fact.name) {\n  \(keys)\n}"
      )
    }
  }

  // MARK: - Bundles

  private var aliasedTarget: PortedTarget? {
    guard target.resources.isEmpty else { return nil }
    return target.reachable(among: targets).sorted().lazy.map { targets[$0] }
      .first { !$0.resources.isEmpty }
  }

  private var bundleImports: [String] { aliasedTarget.map { [$0.name] } ?? [] }

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
    } else if let other = aliasedTarget {
      text += """

        extension Bundle {
          static var module: Bundle { \(other.bundleExpression) }
        }

        """
    }
    return text
  }
}
