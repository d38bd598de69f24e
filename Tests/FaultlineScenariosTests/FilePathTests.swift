// Parts of paths, of any text that may be typed.

import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct FilePathTests {
  @Test(arguments: [
    ("", "", "", ""), ("x", "", "x", ""), ("-", "", "-", ""), ("/", "/", "/", ""),
    ("//", "/", "/", ""), ("/x", "/", "x", ""), ("x/", "", "x", ""),
    ("a/b.yaml", "a", "b.yaml", "yaml"),
    ("a//b", "a", "b", ""), ("/a/b/", "/a", "b", ""), (".", "", ".", ""), ("..", "", "..", ""),
    (".hidden", "", ".hidden", ""), ("a.b/c", "a.b", "c", ""), ("é", "", "é", ""),
    ("a.tar.gz", "", "a.tar.gz", "gz"), ("ends.", "", "ends.", ""), ("~", "", "~", ""),
    ("a/👩‍👩‍👧.yml", "a", "👩‍👩‍👧.yml", "yml"),
  ])
  func `are found`(path: String, folder: String, name: String, ending: String) {
    #expect(FilePath.folder(of: path) == folder)
    #expect(FilePath.name(of: path) == name)
    #expect(FilePath.ending(of: path) == ending)
  }

  @Test func `are joined, and a tilde is a name`() {
    #expect(FilePath.joined("", "x") == "x")
    #expect(FilePath.joined("a", "x") == "a/x")
    #expect(FilePath.joined("/", "x") == "/x")
    let here = FileManager.default.currentDirectoryPath
    #expect(FilePath.url("~/x").standardizedFileURL.path == FilePath.joined(here, "~/x"))
  }

  @Test(arguments: [
    ("", ""), (".", "."), ("./", "."), ("a", "a"), ("./a/", "a"), ("a//b/./c", "a/b/c"),
    ("a/../b", "b"), ("../a", "../a"), ("a/../../b", "../b"), ("..", ".."), ("/", "/"),
    ("/..", "/"), ("/no/such/../folder/", "/no/folder"), ("-", "-"),
  ])
  func `are written in the shortest way`(path: String, shortest: String) {
    #expect(FilePath.plain(path) == shortest)
  }

  @Test func `that lie in the working folder begin there`() {
    let here = FileManager.default.currentDirectoryPath
    #expect(FilePath.plain(here) == ".")
    #expect(FilePath.plain(here + "/a/./b/") == "a/b")
    #expect(FilePath.plain(here + "-other") == here + "-other")
  }
}
