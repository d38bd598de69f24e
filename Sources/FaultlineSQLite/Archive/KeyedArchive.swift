// The form of a keyed archive: one list of objects that refer to each other by position.

import Foundation

/// An archive that is being put together.
struct KeyedArchive {
  /// The objects; the first stands for nothing.
  private var objects: [ListPart] = [.text("$null")]
  private var classes: [String: Int] = [:]
  private var texts: [String: Int] = [:]

  /// Nothing, as a member of an object.
  static let nothing = ListPart.reference(0)

  /// Sets a place aside for an object that others refer to before it is known.
  mutating func place() -> Int {
    objects.append(.flag(false))
    return objects.count - 1
  }

  /// Puts an object at its place.
  mutating func set(
    _ place: Int, _ classNames: [String], _ members: [(key: String, value: ListPart)]
  ) {
    objects[place] = .dictionary(members + [("$class", .reference(archivedClass(classNames)))])
  }

  /// A text; equal ones are kept once.
  mutating func text(_ text: String?) -> ListPart {
    guard let text else { return Self.nothing }
    if let known = texts[text] { return .reference(known) }
    objects.append(.text(text))
    texts[text] = objects.count - 1
    return .reference(objects.count - 1)
  }

  /// A value that is no object of a class, as a member of an object.
  mutating func value(_ part: ListPart) -> ListPart {
    objects.append(part)
    return .reference(objects.count - 1)
  }

  mutating func array(_ members: [ListPart]) -> ListPart {
    let place = place()
    set(place, ["NSArray", "NSObject"], [("NS.objects", .array(members))])
    return .reference(place)
  }

  mutating func dictionary(_ members: [(key: String, value: ListPart)]) -> ListPart {
    let keys = members.map { text($0.key) }
    let place = place()
    set(
      place, ["NSDictionary", "NSObject"],
      [("NS.keys", .array(keys)), ("NS.objects", .array(members.map(\.value)))])
    return .reference(place)
  }

  private mutating func archivedClass(_ names: [String]) -> Int {
    if let known = classes[names[0]] { return known }
    objects.append(
      .dictionary([
        ("$classes", .array(names.map { .text($0) })), ("$classname", .text(names[0])),
      ]))
    classes[names[0]] = objects.count - 1
    return objects.count - 1
  }

  /// The whole archive as a property list.
  func list(root: Int) -> ListPart {
    .dictionary([
      ("$archiver", .text("NSKeyedArchiver")), ("$objects", .array(objects)),
      ("$top", .dictionary([("root", .reference(root))])), ("$version", .integer(100_000)),
    ])
  }
}
