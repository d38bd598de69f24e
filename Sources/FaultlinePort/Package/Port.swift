// A port from sources in memory to files in memory, so that a plugin can do the same without a folder.

/// A package made from an app's sources.
package struct Port: Sendable {
  /// The files of the package, by their paths.
  package private(set) var files: [String: [UInt8]] = [:]
  /// What is not ported, the worst first.
  package private(set) var findings: [PortFinding] = []
  /// How many sources were changed, out of how many.
  package private(set) var changedSources = 0
  package private(set) var sourceCount = 0

  /// A Boolean value that indicates whether the manifest lacks the path of the module `CoreData`.
  package var usesPlaceholder: Bool { options.faultline == .placeholder }

  private let options: PortOptions
  private var targets: [PortedTarget]

  package init(_ targets: [PortTarget], options: PortOptions) {
    self.options = options
    let conditions = ConditionFacts(
      modules: AppleModules.portable.union(targets.map(\.name))
        .union(options.hasCombine ? ["Combine"] : []),
      countsAsMacOS: options.countsAsMacOS)
    self.targets = targets.map { PortedTarget($0, conditions: conditions) }
    findings = self.targets.flatMap(\.findings)
    self.targets.removeAll { $0.files.isEmpty }
    PortedTarget.setKinds(of: &self.targets)
    rewrite()
    PackageText(targets: self.targets, options: options).write(to: &files)
    findings = Array(Set(findings)).sorted {
      ($0.severity, $0.path, $0.line, $0.reason) < ($1.severity, $1.path, $1.line, $1.reason)
    }
    files["NOT-PORTED.md"] = Array(FindingPage.text(of: findings).utf8)
    files[".gitignore"] = Array(".build/\n*.xcodeproj\n".utf8)
  }

  private mutating func rewrite() {
    let catalog = Catalog(
      targets: targets.map { ($0.name, $0.files, $0.models) })
    for (number, target) in targets.enumerated() {
      let facts = target.facts(number: number, among: targets, options: options)
      for (index, file) in target.files.enumerated() {
        var unit = RewriteUnit(file, number: index, target: facts, catalog: catalog)
        for rule in RewriteRules.all { rule.apply(to: &unit) }
        let bytes = unit.result
        files["\(target.path)/\(file.path)"] = bytes
        findings += unit.findings
        sourceCount += 1
        if bytes != file.source.bytes { changedSources += 1 }
      }
      for resource in target.resources {
        files["\(target.path)/\(PortedTarget.resourceFolder)/\(resource.path)"] = resource.bytes
      }
      let support = SupportText(target: target, number: number, targets: targets, catalog: catalog)
      for (path, text) in support.files { files["\(target.path)/\(path)"] = Array(text.utf8) }
    }
  }
}
