// Where a model is found: in folders with versions, in a folder, in a file; and what is refused.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ModelFileTests {
  let folder: ModelFolder

  init() throws { folder = try ModelFolder() }

  private func add(_ version: String, to model: String) throws {
    let text = "<model userDefinedModelVersionIdentifier='\(version)'/>"
    try folder.write(Data(text.utf8), to: "\(model)/\(version).xcdatamodel/contents")
  }

  private func point(_ model: String, to text: String) throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>\(text)</dict></plist>
      """
    try folder.write(Data(list.utf8), to: "\(model)/.xccurrentversion")
  }

  private func version(of path: String) throws -> String? {
    try ManagedObjectModel(contentsOf: folder.url.appendingPathComponent(path))
      .versionIdentifiers.first
  }

  private func error(_ path: String) -> String {
    modelError { try ManagedObjectModel(contentsOf: folder.url.appendingPathComponent(path)) }
  }

  @Test func `the current version is the one that is pointed at`() throws {
    try add("M", to: "M.xcdatamodeld")
    try add("M 2", to: "M.xcdatamodeld")
    try add("M 3", to: "M.xcdatamodeld")
    try point("M.xcdatamodeld", to: "<string>M 2.xcdatamodel</string>")
    #expect(try version(of: "M.xcdatamodeld") == "M 2")
  }

  @Test func `without a pointer the last version counts, as a person counts`() throws {
    try add("M", to: "M.xcdatamodeld")
    #expect(try version(of: "M.xcdatamodeld") == "M")
    try add("M 2", to: "M.xcdatamodeld")
    try add("M 10", to: "M.xcdatamodeld")
    #expect(try version(of: "M.xcdatamodeld") == "M 10")
  }

  @Test func `a version or its file can be named itself`() throws {
    try add("M", to: "M.xcdatamodeld")
    try add("N", to: "M.xcdatamodeld")
    #expect(try version(of: "M.xcdatamodeld/M.xcdatamodel") == "M")
    #expect(try version(of: "M.xcdatamodeld/M.xcdatamodel/contents") == "M")
  }

  @Test func `a link to a model is followed`() throws {
    try add("M", to: "M.xcdatamodeld")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("link"),
      withDestinationURL: folder.url.appendingPathComponent("M.xcdatamodeld"))
    #expect(try version(of: "link") == "M")
  }

  @Test func `a message names the file from the given folder on`() throws {
    try folder.write(
      Data("<model>\n<entity/></model>".utf8), to: "A.xcdatamodeld/B.xcdatamodel/contents")
    expectText(
      error("A.xcdatamodeld"),
      is: """
        The model cannot be used; mend what is listed. (134020)
          - A.xcdatamodeld/B.xcdatamodel/contents:2: <entity> has no name.
        """)
  }

  @Test func `a missing file and a file that is no model have different errors`() throws {
    try add("M", to: "M.xcdatamodeld")
    try add("N", to: "M.xcdatamodeld")
    try point("M.xcdatamodeld", to: "<string>../../secret.xcdatamodel</string>")
    #expect(
      error("M.xcdatamodeld")
        == "'M.xcdatamodeld/.xccurrentversion' names '../../secret.xcdatamodel', and there is "
        + "M.xcdatamodel, N.xcdatamodel. (134020)")
    try point("M.xcdatamodeld", to: "<integer>1</integer>")
    #expect(
      error("M.xcdatamodeld")
        == "'M.xcdatamodeld/.xccurrentversion' is no property list that names the current version. "
        + "(134020)")
    #expect(error("Nowhere") == "There is no 'Nowhere'. (134020)")
    try folder.write(Data(), to: "Empty/readme")
    #expect(
      error("Empty") == "'Empty' holds no model; give an .xcdatamodeld or .xcdatamodel folder that "
        + "Xcode 4 or later saved. (134020)")
    try folder.write(Data(), to: "Old.xcdatamodeld/Old.xcdatamodel/elements")
    #expect(
      error("Old.xcdatamodeld") == "'Old.xcdatamodeld/Old.xcdatamodel' holds no file 'contents'; "
        + "save the model with Xcode 4 or later. (134020)")
    #expect(
      modelError {
        try ManagedObjectModel(contentsOf: #require(URL(string: "https://a.example/m")))
      }
        == "'https://a.example/m' is no place on the disk; give a file URL. (134020)")
    #expect(
      modelError { try ManagedObjectModel(contentsOf: URL(fileURLWithPath: "/dev/zero")) }
        == "'zero' is no file that holds a model. (134020)")
  }

  @Test func `a huge file is refused before it is read`() throws {
    let file = try folder.write(Data("<model/>".utf8), to: "contents")
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 40 << 20)
    try handle.close()
    #expect(error("contents") == "'contents' is larger than 32768 KiB; no model is. (134020)")
  }

  @Test func `line ends of any kind and a byte order mark are read`() throws {
    let text =
      "<?xml version='1.0' encoding='UTF-8'?>\r\n<model>\r\n<entity name='Ä'/>\r\n</model>\r\n"
    #expect(try folder.load(text).entities.map(\.name) == ["Ä"])
    #expect(try folder.load("\u{FEFF}" + text).entities.map(\.name) == ["Ä"])
    let bad = text.replacing("name='Ä'", with: "id='1'")
    expectText(
      modelError { try folder.load(bad) },
      is: """
        The model cannot be used; mend what is listed. (134020)
          - contents:3: <entity> has no name.
        """)
  }
}
