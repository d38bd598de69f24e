// Stacks as pprof reads them: taken apart again by hand, and by protoc where there is one.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineProfiler

@Suite struct PprofTests {
  /// At the fullest checkpoint two stacks hold three blocks; to the end they took nine, and a third took one.
  private static func attribution(loadedAt base: Int = 0) throws -> HeapAttribution {
    func hex(_ place: Int) -> String { String(base + place, radix: 16) }
    func dump(_ stacks: [(places: [Int], sums: String)]) throws -> StackDump {
      let lines = stacks.map { places, sums in
        "@ \(places.map { "0x\(hex($0))" }.joined(separator: " "))\n  t*: \(sums)\n"
      }
      return try #require(
        StackDump(
          """
          heap_v2/1
            t*: 0: 0 [0: 0]
          \(lines.joined())
          MAPPED_LIBRARIES:
          \(hex(0x1000))-\(hex(0x2000)) r-xp 00000000 fe:00 42      /lib/libone.so
          \(hex(0x3000))-\(hex(0x4000)) r-xp 00001000 fe:00 44      /opt/program

          """))
    }
    return HeapAttribution(
      checkpoint: "full",
      fullest: try dump([
        ([0x1010, 0x3020, 0x3030], "1: 112 [1: 112]"), ([0x1010, 0x3030], "2: 48 [2: 48]"),
      ]),
      last: try dump([
        ([0x1010, 0x3020, 0x3030], "0: 0 [2: 224]"), ([0x1010, 0x3030], "0: 0 [7: 3776]"),
        ([0x3040], "0: 0 [1: 8]"),
      ]))
  }

  @Test func `every stack has four numbers, and what stands in no place is left out`() throws {
    let message = Message(try Self.attribution().profile.message.bytes)
    let texts = message.texts(6)
    #expect(texts[0] == "")
    let kinds = message.messages(1).map { texts[$0.number(1)] }
    #expect(kinds == ["alloc_objects", "alloc_space", "inuse_objects", "inuse_space"])
    #expect(
      message.messages(1).map { texts[$0.number(2)] } == ["count", "bytes", "count", "bytes"])
    var names: [Int: String] = [:]
    let functions = Dictionary(
      uniqueKeysWithValues: message.messages(5).map { ($0.number(1), texts[$0.number(2)]) })
    for location in message.messages(4) {
      names[location.number(1)] = functions[location.messages(4)[0].number(1)]
    }
    let samples = message.messages(2).map { sample in
      sample.packed(1).compactMap { names[$0] }.joined(separator: " < ")
        + " \(sample.packed(2))"
    }
    expectText(
      samples.joined(separator: "\n"),
      is: """
        libone.so+0xf < program+0x101f < program+0x102f [2, 224, 1, 112]
        libone.so+0xf < program+0x102f [7, 3776, 2, 48]
        program+0x103f [1, 8, 0, 0]
        """)
  }

  /// Each file has a range of its own, and each location lies in its file's.
  @Test func `locations lie in their files, the program first`() throws {
    let message = Message(try Self.attribution().profile.message.bytes)
    let texts = message.texts(6)
    let files = message.messages(3)
    #expect(files.map { texts[$0.number(5)] } == ["/opt/program", "/lib/libone.so"])
    for location in message.messages(4) {
      let file = files[location.number(2) - 1]
      #expect((file.number(2)..<file.number(3)).contains(location.number(3)))
    }
  }

  /// Libraries are loaded at other addresses in every run.
  @Test func `the file is the same wherever the libraries lie, and gzip unpacks it`() throws {
    let data = try Self.attribution().profile.data
    #expect(try Self.attribution(loadedAt: 0x7_0000_0000).profile.data == data)
    let file = FileManager.default.temporaryDirectory
      .appending(path: "faultline-pprof-\(UInt64.random(in: .min ... .max)).pb.gz")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(data).write(to: file)
    // Behind the magic number: deflated, no flags, no time.
    #expect(Array(data.prefix(8)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    let script = "gzip -dc \"$1\" | protoc --decode_raw"
    guard Outsider.run("protoc", ["--version"]) != nil,
      let text = Outsider.run("sh", ["-c", script, "sh", file.path])
    else { return print("Skipped: protoc is not installed.") }
    #expect(text.contains("6: \"inuse_space\"") && text.contains("6: \"/opt/program\""), "\(text)")
    #expect(text.components(separatedBy: "\n").count { $0 == "2 {" } == 3, "\(text)")
  }

  @Test func `the tree has the bytes of every branch, the most first`() throws {
    let flame = try Self.attribution().flame(of: "a/b")
    #expect(flame.held.bytes == 160 && flame.held.blocks == 3)
    #expect(flame.held.calls.map(\.name) == ["program+0x102f"])
    #expect(flame.held.calls[0].calls.map(\.bytes) == [112, 48])
    #expect(flame.taken.calls.map(\.bytes) == [4_000, 8])
    let file = FileManager.default.temporaryDirectory
      .appending(path: "faultline-flame-\(UInt64.random(in: .min ... .max)).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try flame.write(to: file)
    #expect(try Flame.read(from: file) == flame)
  }
}

/// A message taken apart: its fields in their order.
private struct Message {
  private var fields: [(field: Int, number: Int, bytes: ArraySlice<UInt8>)] = []

  init(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let tag = Self.varint(&rest)
      if tag & 7 == 0 {
        fields.append((tag >> 3, Self.varint(&rest), []))
      } else {
        let count = Self.varint(&rest)
        fields.append((tag >> 3, 0, rest.prefix(count)))
        rest.removeFirst(count)
      }
    }
  }

  func number(_ field: Int) -> Int { fields.first { $0.field == field }?.number ?? 0 }

  func messages(_ field: Int) -> [Message] {
    fields.filter { $0.field == field }.map { Message($0.bytes) }
  }

  func texts(_ field: Int) -> [String] {
    fields.filter { $0.field == field }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  func packed(_ field: Int) -> [Int] {
    var rest = fields.first { $0.field == field }?.bytes ?? []
    var numbers: [Int] = []
    while !rest.isEmpty { numbers.append(Self.varint(&rest)) }
    return numbers
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> Int {
    var (number, shift) = (0, 0)
    while let byte = bytes.popFirst() {
      number |= Int(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    return number
  }
}
