// From the XML of a model file to descriptions; what cannot be read is noted with its line.

/// A model file that is being read.
///
/// Reading goes on after a fault, so that one error can list them all; what was at fault is left out
/// or takes its default value.
struct ModelDocument {
  private(set) var draft = ModelDraft()

  /// Reads a file, or notes why it is none.
  init(_ file: ModelFile) {
    draft.places.file = file.name
    draft.wasRead = true
    do throws(MarkupFault) {
      read(try MarkupReader.read(file.data))
    } catch {
      draft.faults.append(ModelFault(line: error.line, text: error.text))
    }
  }

  private mutating func read(_ root: Markup) {
    guard root.name == "model" else {
      return note(root, "The outermost element is <\(root.name)>; a model begins with <model>.")
    }
    draft.warnings = ModelFormat.unknownParts(in: root)
    if let identifier = root["userDefinedModelVersionIdentifier"], !identifier.isEmpty {
      draft.versionIdentifiers = [identifier]
    }
    for element in root.children(named: "entity") {
      if let entity = entity(element) { draft.entities.append(entity) }
    }
    for element in root.children(named: "configuration") { readConfiguration(element) }
    for element in root.children(named: "fetchRequest") {
      guard let request = request(element) else { continue }
      draft.places[.template(request.name)] = element.line
      draft.fetchRequestTemplates.append(request)
    }
  }

  private mutating func readConfiguration(_ element: Markup) {
    guard let name = name(of: element) else { return }
    guard draft.configurations[name] == nil else {
      return note(element, "The configuration '\(name)' is described twice.")
    }
    draft.places[.configuration(name)] = element.line
    var members: [String] = []
    for member in element.children(named: "memberEntity") {
      if let member = self.name(of: member) { members.append(member) }
    }
    draft.configurations[name] = members
  }

  /// The request of a template or of a fetched property; what is not said is as in a new request.
  mutating func request(_ element: Markup) -> FetchRequestTemplate? {
    guard let name = name(of: element) else { return nil }
    guard let entity = text("entity", of: element) else {
      note(element, "The fetch request '\(name)' asks for no entity.")
      return nil
    }
    var request = FetchRequestTemplate(
      name: name, entityName: entity, predicateFormat: text("predicateString", of: element))
    let type = count("resultType", of: element)
    if let known = FetchRequestTemplate.ResultType(rawValue: type) {
      request.resultType = known
    } else {
      note(element, "The fetch request '\(name)' has the result type \(type), which is not known.")
    }
    request.fetchLimit = count("fetchLimit", of: element)
    request.fetchBatchSize = count("fetchBatchSize", of: element)
    request.includesSubentities = flag("includeSubentities", of: element, unsaid: true)
    request.includesPropertyValues = flag("includePropertyValues", of: element, unsaid: true)
    request.includesPendingChanges = flag("includesPendingChanges", of: element, unsaid: true)
    request.returnsObjectsAsFaults = flag("returnObjectsAsFaults", of: element, unsaid: true)
    request.returnsDistinctResults = flag("returnDistinctResults", of: element)
    return request
  }

  // MARK: - What every element has

  /// Remembers where a description stands.
  mutating func place<Description: AnyObject>(
    _ description: Description, _ element: Markup
  ) -> Description {
    draft.places[description] = element.line
    return description
  }

  mutating func place(indexes: [Markup], of entity: EntityDescription) {
    for element in indexes {
      draft.places[.index(ObjectIdentifier(entity), element["name"] ?? "")] = element.line
    }
  }

  mutating func note(_ element: Markup, key: String? = nil, _ text: String) {
    draft.faults.append(ModelFault(line: element.line, key: key, text: text))
  }

  mutating func warn(_ element: Markup, _ text: String) {
    draft.warnings.append(ModelFault(line: element.line, text: text))
  }

  /// The name of an element, which it must have.
  mutating func name(of element: Markup) -> String? {
    guard let name = text("name", of: element) else {
      note(element, "<\(element.name)> has no name.")
      return nil
    }
    return name
  }

  /// The text of an attribute; nil if it is empty, as an editor leaves a field that was cleared.
  func text(_ attribute: String, of element: Markup) -> String? {
    element[attribute].flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func flag(_ attribute: String, of element: Markup, unsaid: Bool = false) -> Bool {
    guard let text = text(attribute, of: element) else { return unsaid }
    guard let flag = Bool(modelText: text) else {
      note(element, "'\(attribute)' of \(title(element)) is '\(text)'; it is YES or NO.")
      return unsaid
    }
    return flag
  }

  mutating func count(_ attribute: String, of element: Markup, unsaid: Int = 0) -> Int {
    guard let text = text(attribute, of: element) else { return unsaid }
    guard let count = Int(text), count >= 0 else {
      note(element, "'\(attribute)' of \(title(element)) is '\(text)'; it is a whole number.")
      return unsaid
    }
    return count
  }

  mutating func userInfo(of element: Markup) -> [String: String] {
    var info: [String: String] = [:]
    for list in element.children(named: "userInfo") {
      for entry in list.children(named: "entry") {
        guard let key = entry["key"] else {
          note(entry, "<entry> has no key.")
          continue
        }
        if info.updateValue(entry["value"] ?? "", forKey: key) != nil {
          warn(entry, "The key '\(key)' stands twice in one <userInfo>; the last value counts.")
        }
      }
    }
    return info
  }

  func title(_ element: Markup) -> String {
    element["name"].map { "the \(element.name) '\($0)'" } ?? "<\(element.name)>"
  }

  /// The identifier for migrations, under the name that Xcode gives it in a file or under its own.
  func renamingIdentifier(of element: Markup) -> String? {
    text("renamingIdentifier", of: element) ?? text("elementID", of: element)
  }
}
