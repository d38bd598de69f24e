// What a rule sees of a file, and where it puts its changes.

/// A file while rules rewrite it.
struct RewriteUnit {
  let file: SourceFile
  /// The index of the file in its target.
  let number: Int
  let target: TargetFacts
  let catalog: Catalog
  var edits: EditList
  private(set) var findings: [PortFinding] = []
  private var trailers: [Int: [String]] = [:]

  init(_ file: SourceFile, number: Int, target: TargetFacts, catalog: Catalog) {
    self.file = file
    self.number = number
    self.target = target
    self.catalog = catalog
    edits = EditList(file.source)
  }

  var source: PortedSource { file.source }
  var declarations: [Declaration] { file.declarations }

  /// Adds a member to a type, on the line of its closing brace.
  mutating func addMember(_ text: String, to declaration: Int) {
    guard declarations[declaration].bodyEnd >= 0 else { return }
    trailers[declaration, default: []].append(text)
  }

  /// Reports something that is not ported.
  mutating func report(_ severity: PortFinding.Severity, at token: Int, _ reason: String) {
    findings.append(
      PortFinding(
        severity: severity, path: file.displayPath, line: source.line(of: token), reason: reason))
  }

  /// The class that a member of a class or an extension belongs to.
  func owner(of declaration: Declaration) -> Catalog.ClassFact? {
    guard declaration.parent >= 0 else { return nil }
    return classFact(ofType: declaration.parent)
  }

  /// The class that a declaration of a type declares or extends.
  func classFact(ofType index: Int) -> Catalog.ClassFact? {
    let declaration = declarations[index]
    switch declaration.kind {
    case .class:
      return catalog.classFact(
        at: Catalog.Place(target: target.number, file: number, declaration: index))
    case .extension: return catalog.classFact(declaration.name, from: target.number)
    default: return nil
    }
  }

  /// The classes that the file declares, with the indices of their declarations.
  var ownClasses: [(index: Int, fact: Catalog.ClassFact)] {
    declarations.indices.compactMap { index in
      guard declarations[index].kind == .class, let fact = classFact(ofType: index) else {
        return nil
      }
      return (index, fact)
    }
  }

  /// The rewritten bytes.
  var result: [UInt8] {
    var edits = edits
    for (declaration, members) in trailers.sorted(by: { $0.key < $1.key }) {
      let brace = declarations[declaration].bodyEnd
      let isSeparated =
        source.tokens[brace].followsLineEnd || brace == declarations[declaration].bodyStart + 1
      let text = (isSeparated ? " " : "; ") + members.joined(separator: "; ") + " "
      edits.insert(text, before: brace)
    }
    return edits.result
  }
}
