// Members that came and left elsewhere meet those that came and left here, when the two are brought together.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct MergedMembersTests {
  private let mine: Grove
  private let other: Grove
  private let saves: Saves

  init() throws {
    mine = try Grove()
    other = try mine.other()
    saves = Saves(of: other.context)
  }

  /// An owner of the first three of five members, all of them saved.
  private func owner(_ key: String) throws -> (ManagedObject, [ManagedObject]) {
    let owner = mine.node("n")
    let isOfItems = ["items", "marks"].contains(key)
    let members = (1...5).map { isOfItems ? mine.item("m\($0)") : mine.node("m\($0)") }
    owner.setValue(isOrdered(key) ? Array(members.prefix(3)) : Set(members.prefix(3)), forKey: key)
    try mine.context.save()
    return (owner, members)
  }

  private func isOrdered(_ key: String) -> Bool { ["peers", "items", "marks"].contains(key) }

  /// Semantics 190: by a refresh, a merge or the save's own merge policy.
  @Test(
    arguments: ["children", "friends", "peers", "items", "marks"], ["merge", "refresh", "policy"])
  func `changes of both sides end in one relationship`(key: String, way: String) throws {
    let (owner, members) = try owner(key)
    let set = owner.mutableSetValue(forKey: key)
    set.remove(members[0])
    set.add(members[3])
    let elsewhere = other.own(owner).mutableSetValue(forKey: key)
    elsewhere.remove(other.own(members[1]))
    elsewhere.add(other.own(members[4]))
    try other.context.save()
    switch way {
    case "merge": for save in saves.take() { mine.context.mergeChanges(save) }
    case "refresh":
      for object in [owner] + members { mine.context.refresh(object, mergeChanges: true) }
    default:
      mine.context.mergePolicy = .mergeByPropertyObjectTrump
      try mine.context.save()
    }
    let names = owner.names(key)
    #expect(names.sorted() == ["m3", "m4", "m5"])
    // A policy brings up to date what is in conflict, and no other object that has changed.
    if way != "policy" { #expect(mine.context.invariantViolations(full: true) == []) }
    try mine.context.save()
    #expect(try mine.stored(key, of: owner) == names)
    #expect(owner.names(key) == names)
  }

  /// N4: the object that a member is taken from elsewhere is not the one that it is taken from here.
  @Test(arguments: [true, false])
  func `a member has one owner whatever is stored meanwhile`(isLoaded: Bool) throws {
    let (owner, members) = try owner("children")
    let (here, there) = (mine.node("here"), mine.node("there"))
    try mine.context.save()
    if isLoaded { #expect(there.names("children") == []) }
    there.setValue(1, forKey: "number")
    members[0].setValue(here, forKey: "parent")
    other.own(members[0]).setValue(other.own(there), forKey: "parent")
    try other.context.save()
    for save in saves.take() { mine.context.mergeChanges(save) }
    #expect(owner.names("children") == ["m2", "m3"])
    #expect(there.names("children") == [] && here.names("children") == ["m1"])
    #expect(mine.context.invariantViolations(full: true) == [])
    try mine.context.save()
    #expect(try mine.stored("children", of: here) == ["m1"])
  }

  /// What is wanted here stays before what came elsewhere.
  @Test func `an order that was changed here is kept`() throws {
    let (owner, members) = try owner("marks")
    owner.setValue([members[3], members[2], members[0], members[1]], forKey: "marks")
    let elsewhere = other.own(owner)
    elsewhere.setValue([members[4], members[1], members[2]].map { other.own($0) }, forKey: "marks")
    try other.context.save()
    for save in saves.take() { mine.context.mergeChanges(save) }
    #expect(owner.names("marks") == ["m4", "m3", "m2", "m5"])
    try mine.context.save()
    #expect(try mine.stored("marks", of: owner) == ["m4", "m3", "m2", "m5"])
  }
}
