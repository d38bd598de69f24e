// A folder of model versions: which one is current, and what all of them have.

/// The versions of a model, read from a `.xcdatamodeld` or a `.xcdatamodel`.
package struct ModelFolder: Sendable {
  /// The name under which an app looks for it, such as `Library` for `Library.xcdatamodeld`.
  package var name: String
  /// The versions by name.
  package var versions: [(name: String, model: ModelSource)]
  /// The name of the current version.
  package var currentName: String

  /// Makes a folder from the contents of its versions and, where there is one, its `.xccurrentversion`.
  ///
  /// Without that file the last version by name is current.
  package init?(
    name: String, versions: [(name: String, model: ModelSource)], pointer: [UInt8]?
  ) {
    guard let last = versions.map(\.name).max(by: Self.isNaturallyOrdered) else { return nil }
    self.name = name
    self.versions = versions
    let pointed = pointer.flatMap(Self.pointedName)
    currentName = versions.contains { $0.name == pointed } ? pointed ?? last : last
  }

  package var current: ModelSource {
    versions.first { $0.name == currentName }?.model ?? ModelSource()
  }

  /// Reads the name behind the key of the current version, without its extension.
  private static func pointedName(_ bytes: [UInt8]) -> String? {
    var scanner = ModelXMLScanner(bytes)
    var isKey = false
    var follows = false
    while let event = scanner.next() {
      switch event {
      case .start(let name, _): isKey = name == "key"
      case .text(let text):
        let text = text.filter { !$0.isNewline }
        if text.allSatisfy({ $0 == " " || $0 == "\t" }) { continue }
        if follows, !isKey {
          return text.hasSuffix(".xcdatamodel") ? String(text.dropLast(12)) : text
        }
        follows = isKey && text == "_XCCurrentVersionName"
      case .end: break
      }
    }
    return nil
  }

  /// Orders names as people count: `Model 9` before `Model 10`.
  static func isNaturallyOrdered(_ left: String, _ right: String) -> Bool {
    func parts(_ name: String) -> [(text: String, number: Int?)] {
      var parts: [(text: String, number: Int?)] = []
      var rest = name[...]
      while let first = rest.first {
        let isNumber = first.isASCII && first.isNumber
        let part = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
        parts.append((String(part), isNumber ? Int(part) : nil))
        rest = rest.dropFirst(part.count)
      }
      return parts
    }
    for (one, other) in zip(parts(left), parts(right)) where one.text != other.text {
      if let first = one.number, let second = other.number, first != second {
        return first < second
      }
      return one.text < other.text
    }
    return left.count == right.count ? left < right : left.count < right.count
  }
}
