// Many-to-many relationships that are there before a run: as many members as a generator says, the same in every store.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct InitialMembersTests {
  private func scenario(_ tags: String, seed: Int = 1, order: String = "", data: String? = nil)
    -> String
  {
    """
    faultline: 1
    name: members
    title: Members
    stores: [memory, sqlite]
    model:
      Article:
        number: integer64
        tags: {to many: Tag, inverse: articles\(order)}
        author: {to one: Tag, inverse: written}
      Tag:
        number: integer64
        articles: {to many: Article, inverse: tags}
        written: {to many: Article, inverse: author}
    parameters:
      articles: {type: int, default: 6}
    data:
      seed: \(seed)
      \(data ?? "Article: {count: articles, set: {number: index, tags: \(tags)}}")
      Tag: {count: 4, set: {number: index}}
    steps:
      - fetch: {entity: Article, into: articles, sort: number, as: realized}
      - walk: {from: articles, path: tags.articles}
    """
  }

  /// The numbers of each article's tags, on a store of each kind; or what is wrong.
  private func members(_ text: String) -> [String] {
    let cache = URL(filePath: NSTemporaryDirectory()).appending(
      path: "members-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: cache) }
    return ["memory", "sqlite"].map { store in
      do {
        let scenario = try ScenarioReader.scenario(text, file: "members.yaml")
        let trial = try Plan(scenario, choosing: Choices(stores: [store])).trials[0]
        let folder = try FaultlineScenarios.StoreFolder()
        let contents = try StoreContents(trial, cache: InitialDataCache(at: cache.path))
        try contents.lay(in: folder.path)
        let session = try Session(
          trial, folder: folder.path, contents: contents, instruments: CheckpointNotes())
        try session.play(trial.steps)
        return session.variables["articles"].map { article in
          let members = article.value(forKey: "tags")
          let tags = members as? [ManagedObject] ?? Array(members as? Set<ManagedObject> ?? [])
          // Both ends agree.
          for tag in tags {
            #expect(
              (tag.value(forKey: "articles") as? Set<ManagedObject>)?.contains(article) == true)
          }
          let numbers = tags.map { $0.value(forKey: "number") as? Int ?? -1 }
          return
            "[\((members is [ManagedObject] ? numbers : numbers.sorted()).map(String.init).joined(separator: " "))]"
        }.joined(separator: " ")
      } catch {
        return "\(error)"
      }
    }
  }

  private static let few = "{pick: Tag, count: 'random(0, 3)'}"

  @Test func `each row has as many members as a generator says, the same in every store`() {
    let found = members(scenario(Self.few))
    #expect(found[0] == found[1])
    #expect(found == members(scenario(Self.few)))
    #expect(found != members(scenario(Self.few, seed: 2)))
    let counts = found[0].split(separator: "]").map { $0.count { $0.isNumber } }
    #expect(counts.count == 6)
    #expect(counts.allSatisfy { (0...3).contains($0) } && Set(counts).count > 1, "\(found[0])")
  }

  @Test func `no member comes twice, and never more than there are`() {
    let all = Array(repeating: "[0 1 2 3]", count: 6).joined(separator: " ")
    for count in ["4", "99", "articles", "'random(4, 9)'"] {
      #expect(members(scenario("{pick: Tag, count: \(count)}")) == [all, all])
    }
    let none = Array(repeating: "[]", count: 6).joined(separator: " ")
    #expect(members(scenario("{pick: Tag, count: 0}")) == [none, none])
  }

  @Test func `an exponent favors the first`() {
    let found = members(scenario("{pick: Tag, count: 1, exponent: 9}"))
    #expect(found[0] == Array(repeating: "[0]", count: 6).joined(separator: " "))
    #expect(found[0] == found[1])
  }

  @Test func `an ordered relationship has the order in which its members were drawn`() {
    let found = members(scenario("{pick: Tag, count: 3}", order: ", ordered: true"))
    #expect(found[0] == found[1])
    let lists = found[0].split(separator: "]")
    #expect(lists.contains { $0.filter(\.isNumber) != String($0.filter(\.isNumber).sorted()) })
  }

  @Test(arguments: [
    ("{pick: Tga, count: 1}", "no entity 'Tga'. Did you mean 'Tag'?"),
    ("{pick: Article, count: 1}", "'tags' leads to 'Tag' objects, and 'Article' are others"),
    ("{pick: Tag}", "'tags' needs a key 'count'"),
    ("{pick: Tag, count: text(3)}", "'count' holds integers, which 'text(3)' does not make"),
    ("{pick: Tag, count: 1.5}", "a whole number is needed"),
    ("{pick: Tag, count: 1, exponent: 0}", "the exponent is above 0"),
    ("pick(Tag)", "under 'data', {pick: Tag, count: 3} gives each row some"),
    ("{pick: Tag, count: 1e9, excess: 1}", "unknown key 'excess' in 'tags'"),
  ])
  func `what cannot be filled is reported before the run`(tags: String, says: String) {
    let answer = members(scenario(tags))[0]
    #expect(answer.contains(says), "\(answer)")
  }

  @Test func `only many-to-many relationships are filled from this end`() {
    let answer = members(
      scenario("", data: "Article: {count: 2, set: {number: 1}}").replacing(
        "Tag: {count: 4, set: {number: index}}",
        with: "Tag: {count: 4, set: {number: index, written: {pick: Article, count: 1}}}"))[0]
    #expect(answer.contains("'written' is not many-to-many"), "\(answer)")
    #expect(answer.contains("set 'author' of 'Article', which leads back: {author: pick(…)}"))
  }

  @Test func `members count with the rows for what a run may load`() {
    let text = scenario("{pick: Tag, count: 3}").replacing("default: 6", with: "default: 3e6")
    let answer = members(text)[0]
    #expect(answer.contains("these relationships have about 9_000_000 members"), "\(answer)")
  }
}
