import Testing
@testable import FaultlinePort
@Test func x() { #expect(SourceText(Array("a b".utf8)).tokens.count == 2) }
