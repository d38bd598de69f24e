// The manifest of the written package, and the modules that it has besides the ported ones.

/// Writes `Package.swift` and the modules `os` and `Combine`.
struct PackageText {
  let targets: [PortedTarget]
  let options: PortOptions

  func write(to files: inout [String: [UInt8]]) {
    files["Package.swift"] = Array(manifest.utf8)
    if usesOS { files["Sources/os/os.swift"] = Array(OSShim.text.utf8) }
    if options.hasCombine {
      let text = """
        // Written by `faultline port`: OpenCombine under the name that sources import.

        @_exported import OpenCombine
        @_exported import OpenCombineDispatch
        @_exported import OpenCombineFoundation

        """
      files["Sources/Combine/Combine.swift"] = Array(text.utf8)
    }
  }

  private var usesOS: Bool {
    targets.contains { !$0.imports.isDisjoint(with: ["os", "OSLog"]) }
  }

  private var manifest: String {
    var entries: [String] = []
    if usesOS { entries.append("    .target(name: \"os\"),") }
    if options.hasCombine {
      entries.append(
        """
            .target(
              name: "Combine",
              dependencies: [
                "OpenCombine", .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
              ]),
        """)
    }
    entries += targets.map(entry)
    return """
      // swift-tools-version: 6.0
      // Written by `faultline port`, which replaces this file when it runs again.

      import PackageDescription

      let package = Package(
        name: \(Self.quoted(options.packageName)),
        dependencies: [
      \(dependencies)
        ],
        targets: [
      \(entries.joined(separator: "\n"))
        ],
        swiftLanguageModes: [.v5])

      """
  }

  private var dependencies: String {
    var lines: [String]
    switch options.faultline {
    case .path(let path): lines = ["    .package(name: \"faultline\", path: \(Self.quoted(path))),"]
    case .placeholder:
      lines = [
        "    // The package with the module CoreData: replace the path by that of a checkout of Faultline, or run",
        "    // `faultline port` again with --faultline PATH.",
        "    .package(name: \"faultline\", path: \"../faultline\"),",
      ]
    }
    if options.hasCombine {
      lines.append(
        "    .package(url: \"https://github.com/OpenCombine/OpenCombine.git\", from: \"0.14.0\"),")
    }
    return lines.joined(separator: "\n")
  }

  private func entry(of target: PortedTarget) -> String {
    var needs = [".product(name: \"CoreData\", package: \"faultline\")"]
    if !target.imports.isDisjoint(with: ["os", "OSLog"]) { needs.append("\"os\"") }
    if options.hasCombine, target.imports.contains("Combine") { needs.append("\"Combine\"") }
    // An alias for the bundle of a target imports it, even if only another target does so otherwise.
    let reached = target.reachable(among: targets).filter {
      target.imports.contains(targets[$0].name) || !targets[$0].resources.isEmpty
    }
    needs += reached.sorted().map { Self.quoted(targets[$0].name) }
    var lines = [
      "    .\(target.isTest ? "testTarget" : "target")(",
      "      name: \(Self.quoted(target.name)),",
      "      dependencies: [\(needs.joined(separator: ", "))]",
    ]
    if !target.resources.isEmpty {
      lines[2] += ","
      lines.append("      resources: [")
      lines += target.resourceEntries.map {
        "        .copy(\(Self.quoted("\(PortedTarget.resourceFolder)/\($0)"))),"
      }
      lines.append("      ]")
    }
    lines[lines.count - 1] += "),"
    return lines.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.map { character -> String in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      default: String(character)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
