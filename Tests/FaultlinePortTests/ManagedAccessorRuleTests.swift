// The accessors of to-many relationships.

import Testing

@testable import FaultlinePort

@Suite("Accessors of relationships")
struct ManagedAccessorRuleTests {
  /// The rewritten members of an extension, a line each.
  private func members(_ lines: [String], model: String? = nil) -> [String] {
    let text =
      "import CoreData\nclass Book: NSManagedObject {}\nextension Book {\n"
      + lines.joined(separator: "\n") + "\n}\n"
    return rewritten(text, model: model).split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(3).dropLast(2).map(String.init)
  }

  @Test("accessors of an unordered relationship change a mutable set")
  func unordered() {
    #expect(
      members([
        "@objc(addTagsObject:)", "@NSManaged public func addToTags(_ value: Tag)",
        "@objc(removeTagsObject:) @NSManaged func removeFromTags(_ value: Tag)",
        "@NSManaged func removeFromTags(_ values: NSSet)",
      ]) == [
        "", "public func addToTags(_ value: Tag) { mutableSetValue(forKey: \"tags\").add(value) }",
        "func removeFromTags(_ value: Tag) { mutableSetValue(forKey: \"tags\").remove(value) }",
        "func removeFromTags(_ values: NSSet) { let set = mutableSetValue(forKey: \"tags\"); "
          + "for value in values { set.remove(value) } }; "
          + "func removeFromTags(_ values: [NSManagedObject]) { let set = mutableSetValue(forKey: \"tags\"); "
          + "for value in values { set.remove(value) } }",
      ])
  }

  @Test("accessors of an ordered relationship change a mutable ordered set")
  func ordered() {
    let set = "mutableOrderedSetValue(forKey: \"pages\")"
    #expect(
      members([
        "@NSManaged func insertIntoPages(_ value: Page, at idx: Int)",
        "@NSManaged func insertIntoPages(_ values: [Page], at indexes: NSIndexSet)",
        "@NSManaged func removeFromPages(at idx: Int)",
        "@NSManaged func removeFromPages(at indexes: NSIndexSet)",
        "@NSManaged func replacePages(at idx: Int, with value: Page)",
        "@NSManaged func replacePages(at indexes: NSIndexSet, with values: [Page])",
        "@NSManaged func addToPages(_ values: NSOrderedSet)",
      ]) == [
        "func insertIntoPages(_ value: Page, at idx: Int) { \(set).insert(value, at: idx) }",
        "func insertIntoPages(_ values: [Page], at indexes: NSIndexSet) { \(set).insert(values, at: IndexSet(indexes)) }",
        "func removeFromPages(at idx: Int) { \(set).removeObject(at: idx) }",
        "func removeFromPages(at indexes: NSIndexSet) { \(set).removeObjects(at: IndexSet(indexes)) }",
        "func replacePages(at idx: Int, with value: Page) { \(set).replaceObject(at: idx, with: value) }",
        "func replacePages(at indexes: NSIndexSet, with values: [Page]) "
          + "{ \(set).replaceObjects(at: IndexSet(indexes), with: values) }",
        "func addToPages(_ values: NSOrderedSet) { let set = \(set); for value in values { set.add(value) } }",
      ])
  }

  @Test("older names are recognized by their selectors and by themselves")
  func olderNames() {
    #expect(
      members([
        "@NSManaged func addTagsObject(_ value: Tag)",
        "@NSManaged func removeTags(_ values: Set<Tag>)",
        "@objc(insertObject:inPagesAtIndex:) @NSManaged func put(_ page: Page, _ place: Int)",
      ]) == [
        "func addTagsObject(_ value: Tag) { mutableSetValue(forKey: \"tags\").add(value) }",
        "func removeTags(_ values: Set<Tag>) { let set = mutableSetValue(forKey: \"tags\"); "
          + "for value in values { set.remove(value) } }",
        "func put(_ page: Page, _ place: Int) { mutableOrderedSetValue(forKey: \"pages\").insert(page, at: place) }",
      ])
  }

  @Test("the model knows the key's first letter and its order")
  func modelKeys() {
    let model = """
      <model><entity name="Book" representedClassName="Book">
      <relationship name="URLs" toMany="YES" ordered="YES" destinationEntity="Tag"/>
      </entity></model>
      """
    #expect(
      members(["@NSManaged func addToURLs(_ value: Tag)"], model: model)
        == ["func addToURLs(_ value: Tag) { mutableOrderedSetValue(forKey: \"URLs\").add(value) }"])
  }

  @Test("a managed function that is no accessor is reported")
  func otherFunctions() {
    let port = port([
      "A.swift":
        "import CoreData\nclass A: NSManagedObject { @NSManaged func go(_ x: Int, y: Int) }"
    ])
    #expect(
      port.findingLines
        == ["compilation app/A.swift:2 'go' is managed, and no accessor of a relationship"])
  }
}
