// Relationships without a to-one side: pairs of sets, sets that know themselves, sets without a way back.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct ManyToManyTests {
  let studio: Studio

  init() throws { studio = try Studio() }

  /// Semantics 112, 120: both sides are sets, and each knows of the other.
  @Test func `adding on one side of a many-to-many pair shows on the other`() throws {
    let beatles = studio.make("Band", "Beatles")
    let wings = studio.make("Band", "Wings")
    let paul = studio.make("Musician", "Paul")
    beatles.mutableSetValue(forKey: "musicians").add(paul)
    paul.mutableSetValue(forKey: "bands").add(wings)
    #expect(
      drawing(of: studio.context) == """
        Band Beatles · inserted · musicians ⇒ Paul
        Band Wings · inserted · musicians ⇒ Paul
        Musician Paul · inserted · bands ⇒ Beatles, Wings
        """)
    try studio.context.save()
    #expect(try studio.stored("Musician", "Paul", "bands") == ["Beatles", "Wings"])
    #expect(try studio.stored("Band", "Wings", "musicians") == ["Paul"])
  }

  @Test func `removing on either side reaches the store`() throws {
    let beatles = studio.make("Band", "Beatles")
    let paul = studio.make("Musician", "Paul")
    let john = studio.make("Musician", "John")
    for musician in [paul, john] { beatles.mutableSetValue(forKey: "musicians").add(musician) }
    try studio.context.save()
    beatles.mutableSetValue(forKey: "musicians").remove(paul)
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "musicians") == ["John"])
    john.mutableSetValue(forKey: "bands").remove(beatles)
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "musicians") == [])
    #expect(try studio.stored("Musician", "John", "bands") == [])
  }

  @Test func `an unfired set takes additions without loading`() throws {
    let beatles = studio.make("Band", "Beatles")
    let paul = studio.make("Musician", "Paul")
    beatles.mutableSetValue(forKey: "musicians").add(paul)
    try studio.context.save()
    studio.context.refresh(beatles, mergeChanges: false)
    studio.context.refresh(paul, mergeChanges: false)
    let ringo = studio.make("Musician", "Ringo")
    ringo.mutableSetValue(forKey: "bands").add(beatles)
    #expect(beatles.hasFault(forRelationshipNamed: "musicians"))
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "musicians") == ["Paul", "Ringo"])
  }

  /// A set that is changed is loaded, so that nothing is noted in vain; the other end learns of it as a fault.
  @Test func `an object that is added to a set that has it and leaves again is out`() throws {
    let beatles = studio.make("Band", "Beatles")
    let paul = studio.make("Musician", "Paul")
    beatles.mutableSetValue(forKey: "musicians").add(paul)
    try studio.context.save()
    func refault() {
      studio.context.refresh(beatles, mergeChanges: false)
      studio.context.refresh(paul, mergeChanges: false)
    }
    refault()
    paul.mutableSetValue(forKey: "bands").add(beatles)
    #expect(!studio.context.hasChanges)
    paul.mutableSetValue(forKey: "bands").remove(beatles)
    #expect(beatles.hasFault(forRelationshipNamed: "musicians"))
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "musicians") == [])
    refault()
    let bands = paul.mutableSetValue(forKey: "bands")
    bands.remove(beatles)
    bands.add(beatles)
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "musicians") == ["Paul"])
    #expect(studio.context.invariantViolations(full: true) == [])
  }

  @Test func `friends are friends of their friends, also in the store`() throws {
    let john = studio.make("Musician", "John")
    let yoko = studio.make("Musician", "Yoko")
    john.mutableSetValue(forKey: "friends").add(yoko)
    #expect(Array(yoko.mutableSetValue(forKey: "friends")) == [john])
    try studio.context.save()
    #expect(try studio.stored("Musician", "Yoko", "friends") == ["John"])
    yoko.mutableSetValue(forKey: "friends").remove(john)
    try studio.context.save()
    #expect(try studio.stored("Musician", "John", "friends") == [])
  }

  @Test func `a set without a way back is saved by itself`() throws {
    let john = studio.make("Musician", "John")
    let elvis = studio.make("Musician", "Elvis")
    john.mutableSetValue(forKey: "heroes").add(elvis)
    try studio.context.save()
    #expect(try studio.stored("Musician", "John", "heroes") == ["Elvis"])
    #expect(try studio.stored("Musician", "Elvis", "heroes") == [])
  }

  @Test func `a deleted member leaves every set that it was in`() throws {
    let beatles = studio.make("Band", "Beatles")
    let paul = studio.make("Musician", "Paul")
    let john = studio.make("Musician", "John")
    beatles.mutableSetValue(forKey: "musicians").add(paul)
    paul.mutableSetValue(forKey: "friends").add(john)
    try studio.context.save()
    studio.context.delete(paul)
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "musicians") == [])
    #expect(try studio.stored("Musician", "John", "friends") == [])
    #expect(studio.context.invariantViolations(full: true) == [])
  }

  /// One to one, the same relationship from both ends: a new marriage ends two old ones.
  @Test func `a marriage ends those before it`() throws {
    let names = ["Paul", "Linda", "Heather", "Mill"]
    let people = names.map { studio.make("Musician", $0) }
    people[0].setValue(people[1], forKey: "spouse")
    people[2].setValue(people[3], forKey: "spouse")
    people[0].setValue(people[2], forKey: "spouse")
    #expect(
      drawing(of: studio.context) == """
        Musician Paul · inserted · spouse → Heather
        Musician Linda · inserted
        Musician Heather · inserted · spouse → Paul
        Musician Mill · inserted
        """)
  }

  /// Semantics 112: both ends are true, also where one object was both of them.
  @Test(arguments: [true, false])
  func `an object that was tied to itself is tied to another at both ends`(asksHerself: Bool) throws
  {
    let studio = try Studio(undo: true)
    let (joan, judy) = (studio.make("Musician", "Joan"), studio.make("Musician", "Judy"))
    joan.setValue(joan, forKey: "spouse")
    if asksHerself {
      joan.setValue(judy, forKey: "spouse")
    } else {
      judy.setValue(joan, forKey: "spouse")
    }
    #expect(joan.value(forKey: "spouse") as? ManagedObject === judy)
    #expect(judy.value(forKey: "spouse") as? ManagedObject === joan)
    #expect(studio.context.invariantViolations(full: true) == [])
    studio.context.undo()
    #expect(studio.context.registeredObjectCount == 0)
  }
}
