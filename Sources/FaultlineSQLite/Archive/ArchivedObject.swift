// One object of a keyed archive, asked by the keys of its class.

internal import Faultline

/// One object of an archive, known by the name of its class.
struct ArchivedObject {
  private let archive: ArchiveReader
  /// Where it stands in the archive: objects at the same position are the same.
  let position: Int
  let className: String
  private let members: [String: Int]

  init(
    archive: ArchiveReader, position: Int, className: String, members: [String: Int]
  ) {
    self.archive = archive
    self.position = position
    self.className = className
    self.members = members
  }

  subscript(key: String) -> ArchiveReader.Element {
    get throws(GraphError) {
      guard let number = members[key] else { return .nothing }
      return try archive.element(number)
    }
  }

  func object(_ key: String) throws(GraphError) -> ArchivedObject? {
    if case .object(let object) = try self[key] { object } else { nil }
  }

  /// A text, also one that is an object of its own; nil for an empty one, which says nothing.
  func text(_ key: String) throws(GraphError) -> String? {
    guard let text = try self[key].text(), !text.isEmpty else { return nil }
    return text
  }

  func flag(_ key: String) throws(GraphError) -> Bool {
    switch try self[key] {
    case .flag(let flag): flag
    case .integer(let number): number != 0
    default: false
    }
  }

  func integer(_ key: String) throws(GraphError) -> Int? {
    if case .integer(let number) = try self[key] { number } else { nil }
  }

  /// The members of the list or set that a key stands for.
  func elements(_ key: String) throws(GraphError) -> [ArchiveReader.Element] {
    guard let list = try object(key) else { return [] }
    return try list.listed()
  }

  func listed() throws(GraphError) -> [ArchiveReader.Element] {
    guard let number = members["NS.objects"] else { return [] }
    var elements: [ArchiveReader.Element] = []
    for member in try archive.positions(number) { elements.append(try archive.element(member)) }
    return elements
  }

  /// The members of a dictionary with keys of text, by name.
  func named(_ key: String) throws(GraphError) -> [(name: String, value: ArchiveReader.Element)] {
    guard let list = try object(key) else { return [] }
    let (keys, values) =
      if let mapping = try list.object("searchMapping") {
        (try mapping.elements("keys"), try list.elements("values"))
      } else {
        (try list.listedKeys(), try list.listed())
      }
    var byName: [String: ArchiveReader.Element] = [:]
    for (key, value) in zip(keys, values) {
      if let name = try key.text() { byName[name] = value }
    }
    return byName.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// The keys of a dictionary.
  func names(_ key: String) throws(GraphError) -> [String] {
    guard let list = try object(key) else { return [] }
    var names: [String] = []
    let mapping = try list.object("searchMapping")
    let keys =
      if let mapping { try mapping.elements("keys") } else { try list.listedKeys() }
    for element in keys {
      if let name = try element.text() { names.append(name) }
    }
    return names
  }

  private func listedKeys() throws(GraphError) -> [ArchiveReader.Element] {
    guard let number = members["NS.keys"] else { return [] }
    var keys: [ArchiveReader.Element] = []
    for member in try archive.positions(number) { keys.append(try archive.element(member)) }
    return keys
  }
}
