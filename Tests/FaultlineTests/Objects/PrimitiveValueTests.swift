// Values behind the accessors: they are not noticed, unless they are announced.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct PrimitiveValueTests {
  let office: Office

  init() throws { office = try Office() }

  /// Semantics 107.
  @Test func `a primitive setter makes no change`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    ada.setPrimitiveValue("Lovelace", forKey: "name")
    #expect(ada.value(forKey: "name") as? String == "Lovelace")
    #expect(ada.primitiveValue(forKey: "name") as? String == "Lovelace")
    #expect(!ada.hasChanges && !office.context.hasChanges)
    #expect(ada.changedValues().isEmpty)
    #expect(office.context.invariantViolations(full: true) == [])
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "name") as? String == "Ada")
  }

  /// Semantics 107: of an object with changes it is not one of them, and a save writes it with them.
  @Test func `a save writes a primitive value along with changes`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    ada.setPrimitiveValue("Lovelace", forKey: "name")
    ada.setValue(100.0, forKey: "salary")
    ada.setPrimitiveValue("notes", forKey: "notes")
    #expect(ada.changedValues().keys.sorted() == ["salary"])
    try office.context.save()
    let annex = try Office(on: office.coordinator)
    let copy = annex.context.object(with: ada.objectID)
    #expect(copy.value(forKey: "name") as? String == "Lovelace")
    #expect(copy.value(forKey: "notes") as? String == "notes")
    #expect(copy.value(forKey: "salary") as? Double == 100)
  }

  /// Semantics 107: the other end of a relationship does not learn of it.
  @Test func `a primitive relationship keeps no inverse`() throws {
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    try office.context.save()
    ada.setPrimitiveValue(grace, forKey: "manager")
    #expect(ada.value(forKey: "manager") as? ManagedObject === grace)
    #expect(grace.mutableSetValue(forKey: "reports").count == 0)
    #expect(!ada.hasChanges && !grace.hasChanges)
  }

  /// Semantics 95: a custom setter announces what it does, and is noticed then, inverses included.
  @Test func `an announced change counts as one`() throws {
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    try office.context.save()
    for (key, value) in [("name", "Lovelace" as Any), ("manager", grace)] {
      ada.willChangeValue(forKey: key)
      ada.setPrimitiveValue(value, forKey: key)
      ada.didChangeValue(forKey: key)
    }
    #expect(ada.changedValues().keys.sorted() == ["manager", "name"])
    #expect(grace.mutableSetValue(forKey: "reports").contains(ada))
    let lin = office.hire("Lin")
    grace.willChangeValue(forKey: "reports")
    grace.setPrimitiveValue(Set([lin]), forKey: "reports")
    grace.didChangeValue(forKey: "reports")
    #expect(ada.value(forKey: "manager") == nil)
    #expect(lin.value(forKey: "manager") as? ManagedObject === grace)
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// Semantics 95: nothing was set between the two calls, so the object has changes and the value that it had.
  @Test func `an announced change that is not made keeps the value`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    for key in ["name", "salary", "notes"] {
      ada.willChangeValue(forKey: key)
      ada.didChangeValue(forKey: key)
    }
    #expect(ada.hasChanges)
    #expect(ada.value(forKey: "name") as? String == "Ada")
    #expect(ada.value(forKey: "notes") == nil)
    #expect(office.context.invariantViolations(full: true) == [])
    try office.context.save()
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "name") as? String == "Ada")
  }

  /// Semantics 38: and reading a primitive value fires nothing.
  @Test func `access to no key in particular fires the object`() throws {
    let id = try office.employed("Ada")
    let ada = office.context.object(with: id)
    #expect(ada.primitiveValue(forKey: "name") == nil)
    #expect(ada.isFault)
    ada.willAccessValue(forKey: nil)
    ada.didAccessValue(forKey: nil)
    #expect(!ada.isFault)
    #expect(ada.primitiveValue(forKey: "name") as? String == "Ada")
  }
}
