// What objects are called on the way up from child to root (semantics 172).

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct LevelIDTests {
  /// Semantics 172, as chosen here.
  ///
  /// The IDs stay temporary until the root saves; the child's object learns of
  /// its permanent one when its context next looks up, and stays one object for the record.
  @Test func `temporary IDs stay until the root saves`() throws {
    let family = try Family()
    family.child.retainsRegisteredObjects = true
    let id = try family.child.performAndWait {
      let ada = family.child.hire("Ada")
      try family.child.save()
      #expect(ada.objectID.isTemporaryID)
      return ada.objectID
    }
    try family.parent.performAndWait {
      let ada = try #require(family.parent.registeredObject(for: id))
      #expect(ada.isInserted && ada.objectID == id)
      try family.parent.save()
      #expect(!ada.objectID.isTemporaryID)
    }
    try family.child.performAndWait {
      let ada = try #require(
        family.child.insertedObjects.first ?? family.child.registeredObjects.first)
      // It was notified of nothing.
      #expect(ada.objectID == id)
      let fetched = try family.child.employee("Ada")
      #expect(fetched === ada && !ada.objectID.isTemporaryID)
      // A temporary ID that was kept still finds the object.
      #expect(family.child.registeredObject(for: id) === ada)
      ada.setValue("Lovelace", forKey: "name")
      try family.child.save()
      #expect(family.child.invariantViolations(full: true) == [])
    }
    try family.parent.performAndWait { try family.parent.save() }
    #expect(try family.stored == ["Lovelace"])
  }

  /// Semantics 23–25, 172: a permanent ID that is asked for is given at once, on every level.
  @Test func `permanent IDs can be had before the root saves`() throws {
    let family = try Family()
    try family.child.performAndWait {
      let ada = family.child.hire("Ada")
      try family.child.obtainPermanentIDs(for: [ada])
      #expect(!ada.objectID.isTemporaryID && ada.isInserted)
      try family.child.save()
      let bob = family.child.hire("Bob")
      bob.setValue(ada, forKey: "manager")
      try family.child.save()
      #expect(bob.objectID.isTemporaryID)
      try family.child.obtainPermanentIDs(for: [bob])
      #expect(!bob.objectID.isTemporaryID)
      #expect(family.child.invariantViolations(full: true) == [])
    }
    try family.parent.performAndWait {
      #expect(family.parent.insertedObjects.allSatisfy { !$0.objectID.isTemporaryID })
      #expect(family.parent.invariantViolations(full: true) == [])
      try family.parent.save()
    }
    #expect(try family.stored == ["Ada", "Bob"])
  }

  /// P1: any number of levels.
  @Test func `grandchildren save one level at a time`() throws {
    let family = try Family()
    let grandchild = try Family.child(of: family.child)
    try grandchild.performAndWait {
      grandchild.hire("Ada")
      try grandchild.save()
    }
    #expect(try Family.staff(family.parent) == [])
    #expect(try Family.staff(family.child) == ["Ada"])
    try family.child.performAndWait { try family.child.save() }
    #expect(try Family.staff(family.parent) == ["Ada"])
    #expect(try family.stored == [])
    try family.parent.performAndWait { try family.parent.save() }
    #expect(try family.stored == ["Ada"])
    try grandchild.performAndWait {
      try grandchild.employee("Ada").setValue("Lovelace", forKey: "name")
      try grandchild.save()
      #expect(grandchild.invariantViolations(full: true) == [])
    }
    #expect(try Family.staff(family.child) == ["Lovelace"])
  }
}
