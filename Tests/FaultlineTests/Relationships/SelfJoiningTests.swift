// Objects that lead to themselves: by a relationship that is its own inverse, both ends are one.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct SelfJoiningTests {
  private let grove: Grove
  private let n: ManagedObject
  private let others: [ManagedObject]

  init() throws {
    let grove = try Grove(undo: true)
    self.grove = grove
    n = grove.node("n")
    others = ["a", "b"].map { grove.node($0) }
    for key in Self.toMany { n.setValue(others, forKey: key) }
    try grove.context.save()
    grove.context.undoManager?.removeAllActions()
  }

  private static let toMany = ["friends", "peers"]
  private static let all = toMany + ["twin", "parent", "children"]

  private func lead(_ key: String) {
    if n.entity.relationshipsByName[key]?.isToMany == true {
      n.mutableSetValue(forKey: key).add(n)
    } else {
      n.setValue(n, forKey: key)
    }
  }

  private func unlead(_ key: String) {
    if n.entity.relationshipsByName[key]?.isToMany == true {
      n.mutableSetValue(forKey: key).remove(n)
    } else {
      n.setValue(nil, forKey: key)
    }
  }

  private func expectSound(_ comment: Comment? = nil) {
    #expect(grove.context.invariantViolations(full: true) == [], comment)
  }

  /// Semantics 202.
  @Test(arguments: all)
  func `an undo takes back that an object joined itself`(key: String) throws {
    let before = n.names(key)
    grove.context.turn { lead(key) }
    let after = n.names(key)
    #expect(after.contains("n") && !before.contains("n"))
    grove.context.turn { grove.context.undo() }
    #expect(n.names(key) == before)
    #expect(!grove.context.hasChanges)
    grove.context.turn { grove.context.redo() }
    #expect(n.names(key) == after)
    expectSound()
    try grove.context.save()
    #expect(try grove.stored(key, of: n) == after)
    grove.context.turn { grove.context.undo() }
    #expect(n.names(key) == before)
    try grove.context.save()
    #expect(try grove.stored(key, of: n) == before)
  }

  @Test(arguments: all)
  func `an undo brings back that an object had joined itself`(key: String) throws {
    lead(key)
    try grove.context.save()
    grove.context.undoManager?.removeAllActions()
    let before = n.names(key)
    grove.context.turn { unlead(key) }
    #expect(!n.names(key).contains("n"))
    grove.context.turn { grove.context.undo() }
    #expect(n.names(key) == before)
    expectSound()
    grove.context.turn { grove.context.redo() }
    try grove.context.save()
    #expect(try !grove.stored(key, of: n).contains("n"))
  }

  @Test func `an object joins itself at the place that is wanted`() throws {
    let list = n.mutableOrderedSetValue(forKey: "peers")
    grove.context.turn { list.insert(n, at: 1) }
    #expect(n.names("peers") == ["a", "n", "b"])
    grove.context.turn { grove.context.undo() }
    #expect(n.names("peers") == ["a", "b"])
    grove.context.turn { grove.context.redo() }
    #expect(n.names("peers") == ["a", "n", "b"])
    try grove.context.save()
    #expect(try grove.stored("peers", of: n) == ["a", "n", "b"])
    grove.context.turn { list.move(from: 1, to: 0) }
    grove.context.turn { n.setValue([others[1], n], forKey: "peers") }
    #expect(n.names("peers") == ["b", "n"])
    grove.context.turn { grove.context.undo() }
    #expect(n.names("peers") == ["n", "a", "b"])
    expectSound()
  }

  @Test(arguments: all)
  func `a rollback and a refresh take back that an object joined itself`(key: String) throws {
    let before = n.names(key)
    lead(key)
    grove.context.rollback()
    #expect(n.names(key) == before)
    lead(key)
    grove.context.refresh(n, mergeChanges: true)
    #expect(n.names(key).contains("n"))
    grove.context.refresh(n, mergeChanges: false)
    #expect(n.names(key) == before)
    expectSound()
  }

  @Test(arguments: all)
  func `a merge keeps that an object joined itself`(key: String) throws {
    let other = try grove.other()
    let saves = Saves(of: other.context)
    lead(key)
    other.own(n).setValue(7, forKey: "number")
    try other.context.save()
    for save in saves.take() { grove.context.mergeChanges(save) }
    #expect(n.value(forKey: "number") as? Int == 7)
    #expect(n.names(key).contains("n"))
    try grove.context.save()
    #expect(try grove.stored(key, of: n).contains("n"))
    expectSound()
  }

  @Test(arguments: all)
  func `an object that had joined itself is deleted and comes back`(key: String) throws {
    lead(key)
    try grove.context.save()
    let before = n.names(key)
    grove.context.turn { grove.context.delete(n) }
    expectSound()
    grove.context.turn { grove.context.undo() }
    #expect(Set(n.names(key)) == Set(before))
    grove.context.turn { grove.context.redo() }
    try grove.context.save()
    #expect(try grove.other().context.count(for: FetchRequest(entityName: "Node")) < 3)
    grove.context.turn { grove.context.undo() }
    #expect(Set(n.names(key)) == Set(before))
    try grove.context.save()
    #expect(try Set(grove.stored(key, of: n)) == Set(before))
    expectSound()
  }
}
