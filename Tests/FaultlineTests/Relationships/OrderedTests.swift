// Ordered relationships: members in an order of their own, kept by the store.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct OrderedTests {
  let studio: Studio
  let band: ManagedObject
  let songs: [ManagedObject]

  init() throws {
    studio = try Studio()
    band = studio.make("Band", "Beatles")
    songs = ["Help", "Yesterday", "Michelle"].map { [studio] in studio.make("Song", $0) }
    for song in songs { band.mutableOrderedSetValue(forKey: "songs").add(song) }
    try studio.context.save()
  }

  private var titles: [String] {
    band.mutableOrderedSetValue(forKey: "songs").compactMap { $0.value(forKey: "name") as? String }
  }

  @Test func `members stand as they were put`() throws {
    #expect(titles == ["Help", "Yesterday", "Michelle"])
    #expect(try studio.stored("Band", "Beatles", "songs") == titles)
  }

  /// Semantics 121.
  @Test func `a moved member stands elsewhere, also in the store`() throws {
    band.mutableOrderedSetValue(forKey: "songs").move(from: 2, to: 0)
    #expect(titles == ["Michelle", "Help", "Yesterday"])
    #expect(band.isUpdated)
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "songs") == titles)
  }

  @Test func `a member can be inserted between others`() throws {
    let song = studio.make("Song", "Girl")
    band.mutableOrderedSetValue(forKey: "songs").insert(song, at: 1)
    #expect(titles == ["Help", "Girl", "Yesterday", "Michelle"])
    #expect(song.value(forKey: "band") as? ManagedObject === band)
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "songs") == titles)
  }

  @Test func `a list given as a whole is taken in its order`() throws {
    band.setValue([songs[2], songs[0]], forKey: "songs")
    #expect(titles == ["Michelle", "Help"])
    try studio.context.save()
    #expect(try studio.stored("Band", "Beatles", "songs") == titles)
  }

  @Test func `a song that gets its band by the other side stands last`() throws {
    studio.context.refresh(band, mergeChanges: false)
    let song = studio.make("Song", "Girl")
    song.setValue(band, forKey: "band")
    try studio.context.save()
    #expect(
      try studio.stored("Band", "Beatles", "songs") == ["Help", "Yesterday", "Michelle", "Girl"])
    #expect(titles == ["Help", "Yesterday", "Michelle", "Girl"])
  }
}
