// A target of the written package.

/// A target while it is ported: its parsed sources, and what it needs.
struct PortedTarget: Sendable {
  /// The folder of a target's resources; sources may have one named Resources.
  static let resourceFolder = "PortedResources"

  let name: String
  let models: [ModelFolder]
  let resources: [PortTarget.File]
  private(set) var files: [SourceFile] = []
  private(set) var findings: [PortFinding]
  /// The modules that its files import.
  private(set) var imports: Set<String> = []
  private(set) var isTest = false
  /// A Boolean value that indicates whether a file uses what stands in for UIKit's application.
  private(set) var usesApplication = false

  init(_ target: PortTarget, conditions: ConditionFacts) {
    name = target.name
    models = target.models
    resources = target.resources
    findings = target.findings
    for file in target.sources {
      let display = target.folder.isEmpty ? file.path : "\(target.folder)/\(file.path)"
      let parsed = SourceFile(
        path: file.path, displayPath: display, bytes: file.bytes, conditions: conditions)
      if let finding = Self.obstacle(in: parsed, conditions) {
        findings.append(finding)
      } else {
        files.append(parsed)
      }
    }
    addGenerated(conditions)
    for file in files {
      for index in file.activeImports {
        let module = String(file.declarations[index].name.prefix { $0 != "." })
        imports.insert(module)
        noteApplication(in: file, module, at: file.declarations[index].introducer)
      }
    }
  }

  /// The import that keeps a file from compiling on Linux, if there is one.
  private static func obstacle(in file: SourceFile, _ conditions: ConditionFacts) -> PortFinding? {
    let names = file.usedNames
    for index in file.activeImports {
      let declaration = file.declarations[index]
      let module = String(declaration.name.prefix { $0 != "." })
      guard !conditions.modules.contains(module), !AppleModules.isUnused(module, names: names)
      else { continue }
      let reason =
        module == "Combine"
        ? "imports Combine; --combine uses OpenCombine instead"
        : "imports \(module), which is neither on Linux nor in one of the folders"
      return PortFinding(
        severity: .file, path: file.displayPath, line: file.source.line(of: declaration.introducer),
        reason: reason)
    }
    return nil
  }

  private mutating func noteApplication(in file: SourceFile, _ module: String, at token: Int) {
    guard module == "UIKit", !AppleModules.replacedNames.isDisjoint(with: file.usedNames) else {
      return
    }
    usesApplication = true
    findings.append(
      PortFinding(
        severity: .behavior, path: file.displayPath, line: file.source.line(of: token),
        reason:
          "uses UIApplication: its notifications are not posted, and its background tasks do not expire"
      ))
  }

  /// Adds the classes that Xcode would generate, and extensions of `NSObject` for managed objects.
  private mutating func addGenerated(_ conditions: ConditionFacts) {
    var added: [SourceFile] = []
    for model in models {
      guard let text = ClassGeneration(model: model.current).source else { continue }
      let path = "Ported\(SwiftIdentifier.identifier(from: model.name))Classes.swift"
      added.append(
        SourceFile(path: path, displayPath: path, bytes: Array(text.utf8), conditions: conditions))
    }
    for file in files {
      guard let bytes = RepeatedExtensions.source(of: file) else { continue }
      let stem = SwiftIdentifier.identifier(from: file.path.dropLast(6))
      added.append(
        SourceFile(
          path: "PortedNSObject_\(stem).swift", displayPath: file.displayPath, bytes: bytes,
          conditions: conditions))
    }
    files += added
  }

  /// Decides which targets are tests: those that import a test library, and that no other target imports.
  static func setKinds(of targets: inout [PortedTarget]) {
    let imported = targets.map { target in
      targets.filter { $0.name != target.name }.reduce(into: Set<String>()) {
        $0.formUnion($1.imports)
      }
    }
    for index in targets.indices {
      let importsTests = !targets[index].imports.isDisjoint(with: ["XCTest", "Testing"])
      targets[index].isTest = importsTests && !imported[index].contains(targets[index].name)
    }
  }

  /// The folder of the target in the package.
  var path: String { "\(isTest ? "Tests" : "Sources")/\(name)" }

  /// The entries of the resource folder, each of which is copied into the bundle.
  var resourceEntries: [String] {
    Set(resources.map { String($0.path.prefix { $0 != "/" }) }).sorted()
  }

  /// The property by which targets that can reach this one have its bundle.
  var bundleProperty: String { "resourcesOf\(name)" }

  /// The other targets that this one can reach through imports, as indices.
  func reachable(among targets: [PortedTarget]) -> Set<Int> {
    var found: Set<Int> = []
    var waiting = [self]
    while let target = waiting.popLast() {
      for (index, other) in targets.enumerated()
      where other.name != name && !other.isTest && target.imports.contains(other.name)
        && found.insert(index).inserted
      {
        waiting.append(other)
      }
    }
    return found
  }

  func facts(number: Int, among targets: [PortedTarget], options: PortOptions) -> TargetFacts {
    var facts = TargetFacts(
      number: number, name: name, bundle: resources.isEmpty ? nil : "Bundle.module")
    facts.countsAsMacOS = options.countsAsMacOS
    func add(_ entries: [String], _ expression: String) {
      for entry in entries {
        let stem = entry.split(separator: ".").dropLast().joined(separator: ".")
        if facts.bundlesOfResources[stem] == nil { facts.bundlesOfResources[stem] = expression }
      }
    }
    add(resourceEntries, "Bundle.module")
    for index in reachable(among: targets).sorted() where !targets[index].resources.isEmpty {
      // A target without resources of its own has an alias for the first bundle that it can reach.
      facts.bundle = facts.bundle ?? "Bundle.module"
      let expression = "Bundle.\(targets[index].bundleProperty)"
      facts.bundlesOfTargets[index] = expression
      add(targets[index].resourceEntries, expression)
    }
    return facts
  }
}

/// Extensions of `NSObject`, for managed objects, which are none on Linux.
enum RepeatedExtensions {
  /// The file with everything blanked but its imports and those extensions, or nil without any.
  ///
  /// What is left keeps its lines.
  static func source(of file: SourceFile) -> [UInt8]? {
    let source = file.source
    var kept: [Range<Int>] = []
    var renamed: [Range<Int>] = []
    for declaration in file.declarations {
      if declaration.kind == .import, declaration.parent < 0 {
        kept.append(
          source.tokens[declaration.start].start..<source.tokens[declaration.signatureEnd - 1].end)
      }
      guard declaration.kind == .extension, declaration.name == "NSObject",
        declaration.inherited.isEmpty, !declaration.hasWhereClause, !declaration.isPrivate,
        declaration.parent < 0, declaration.bodyEnd >= 0,
        !file.isInactive[declaration.introducer]
      else { continue }
      kept.append(
        source.tokens[declaration.start].start..<source.tokens[declaration.bodyEnd].end)
      renamed.append(source.tokens[declaration.nameToken].range)
    }
    guard !renamed.isEmpty else { return nil }
    var blanked = source.bytes.map { Bytes.isLineEnd($0) ? $0 : UInt8(ascii: " ") }
    for range in kept { blanked.replaceSubrange(range, with: source.bytes[range]) }
    for range in renamed.reversed() {
      blanked.replaceSubrange(range, with: Array("NSManagedObject".utf8))
    }
    return blanked
  }
}
