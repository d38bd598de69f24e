// The engine's public names: they exist, and do what they say.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct PublicFaceTests {
  @Test func `another program runs`() async throws {
    #expect(PublicFace.describe(try PublicFace.model()).contains("canonical:(name)"))
    let context = try PublicFace.context(PublicFace.coordinator())
    try PublicFace.objects(context)
    try PublicFace.results(context)
    try PublicFace.history(context)
    try PublicFace.fetches(context)
    #expect(!context.hasChanges)
    try await PublicFace.contexts(try #require(context.persistentStoreCoordinator))
  }

  /// Compiled as part of no package: what only the package may see is an error there.
  @Test func `a program outside of the package compiles`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("Tests.swift") }.sorted()
    #expect(files.contains("PublicFace.swift"))
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let said = try #require(
      Outsider.run(
        "swiftc",
        [
          "-typecheck", "-swift-version", "6", "-I", products.appending(path: "Modules").path,
          "-Xcc",
          "-fmodule-map-file="
            + products.appending(path: "CFaultline.build/module.modulemap").path,
        ] + files.map { folder.appending(path: $0).path }))
    expectText(said, is: "")
  }
}
