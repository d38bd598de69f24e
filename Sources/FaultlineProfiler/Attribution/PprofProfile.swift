// Stacks as pprof reads them: a profile.proto, packed by gzip.

internal import CZlib

/// A heap profile with the four numbers that pprof knows: allocated and in use, in objects and in bytes.
///
/// Where a library was loaded differs from run to run, so each file gets an address of its own that does not: the
/// same stacks give the same bytes.
package struct PprofProfile {
  /// What is packed in the end.
  private(set) var message = Protobuf()
  private var texts: [String: Int] = ["": 0]
  private var textList = [""]
  private var functions: [String: Int] = [:]
  private var locations: [Place: Int] = [:]
  private var mappings: [String: Int] = [:]

  /// A call by where it stands in which file; the address itself where no file is known.
  private struct Place: Hashable, Comparable {
    let path: String
    let offset: UInt

    static func < (a: Place, b: Place) -> Bool { (a.path, a.offset) < (b.path, b.offset) }
  }

  /// A stack by its places, the innermost first.
  private struct Sample {
    var names: [String] = []
    var held = StackSum()
    var taken = StackSum()
  }

  /// How far the made-up addresses of two files are apart.
  private static let room: UInt = 1 << 40

  init(
    held: StackDump, taken: StackDump, _ symbols: Symbols, below caller: String?,
    at checkpoint: String
  ) {
    var samples: [[Place]: Sample] = [:]
    for (dump, number) in [(held, \Sample.held), (taken, \Sample.taken)] {
      let sum = number == \Sample.held ? \StackDump.Entry.live : \StackDump.Entry.taken
      for entry in dump.entries where entry[keyPath: sum].bytes > 0 {
        let calls = Array(symbols.calls(of: entry, below: caller).reversed())
        let places = calls.map { Self.place($0.address, symbols) }
        samples[places, default: Sample(names: calls.map(\.name))][keyPath: number] +=
          entry[keyPath: sum]
      }
    }
    write(samples.sorted { $0.key.lexicographicallyPrecedes($1.key) }, at: checkpoint)
  }

  /// The file.
  package var data: [UInt8] { Gzip.packed(message.bytes) }

  private static func place(_ address: UInt, _ symbols: Symbols) -> Place {
    guard let mapping = symbols.mapping(at: address) else {
      return Place(path: "", offset: address)
    }
    return Place(
      path: mapping.path, offset: address - 1 - mapping.range.lowerBound + mapping.offset)
  }

  // MARK: - Writing

  private mutating func write(_ samples: [(key: [Place], value: Sample)], at checkpoint: String) {
    let kinds = [
      ("alloc_objects", "count"), ("alloc_space", "bytes"), ("inuse_objects", "count"),
      ("inuse_space", "bytes"),
    ]
    for (kind, unit) in kinds { message.add(1, valueType(kind, unit)) }
    // Files and places first, so that their numbers follow their order and not that of the stacks.
    // The first file is the one that pprof takes for the program.
    let paths = Set(samples.flatMap { $0.key.map(\.path) }).subtracting([""])
    let program = paths.filter { !$0.contains(".so") }.sorted()
    for path in program + paths.subtracting(program).sorted() { addMapping(path) }
    var names: [Place: String] = [:]
    for (places, sample) in samples {
      for (place, name) in zip(places, sample.names) { names[place] = name }
    }
    for (place, name) in names.sorted(by: { $0.key < $1.key }) { addLocation(place, name) }
    for (places, sample) in samples {
      var entry = Protobuf()
      entry.add(1, packed: places.compactMap { locations[$0] })
      entry.add(
        2,
        packed: [
          sample.taken.blocks, sample.taken.bytes, sample.held.blocks, sample.held.bytes,
        ])
      message.add(2, entry)
    }
    message.add(11, valueType("space", "bytes"))
    // Every allocation was noted.
    message.add(12, 1)
    message.add(
      13, packed: [text("in use at the checkpoint '\(checkpoint)', allocated to the end")])
    message.add(14, text("inuse_space"))
    for text in textList { message.add(6, text) }
  }

  private mutating func addMapping(_ path: String) {
    let number = mappings.count + 1
    mappings[path] = number
    var mapping = Protobuf()
    mapping.add(1, number)
    mapping.add(2, Int(Self.room) * number)
    mapping.add(3, Int(Self.room) * (number + 1))
    mapping.add(5, text(path))
    mapping.add(7, true)
    message.add(3, mapping)
  }

  private mutating func addLocation(_ place: Place, _ name: String) {
    let number = locations.count + 1
    locations[place] = number
    var line = Protobuf()
    line.add(1, function(name))
    var location = Protobuf()
    location.add(1, number)
    let file = mappings[place.path] ?? 0
    location.add(2, file)
    location.add(3, Int(truncatingIfNeeded: UInt(file) * Self.room + place.offset))
    location.add(4, line)
    message.add(4, location)
  }

  private mutating func function(_ name: String) -> Int {
    if let known = functions[name] { return known }
    let number = functions.count + 1
    functions[name] = number
    var function = Protobuf()
    function.add(1, number)
    function.add(2, text(name))
    function.add(3, text(name))
    message.add(5, function)
    return number
  }

  private mutating func valueType(_ kind: String, _ unit: String) -> Protobuf {
    var type = Protobuf()
    type.add(1, text(kind))
    type.add(2, text(unit))
    return type
  }

  private mutating func text(_ text: String) -> Int {
    if let known = texts[text] { return known }
    texts[text] = textList.count
    textList.append(text)
    return textList.count - 1
  }
}

/// The fields of a message, in the order in which they are added; numbers of zero are left out, as the format has it.
struct Protobuf {
  private(set) var bytes: [UInt8] = []

  /// Adds a number; negative ones take ten bytes.
  mutating func add(_ field: Int, _ number: Int) {
    guard number != 0 else { return }
    add(tag: field, kind: 0)
    add(varint: UInt64(bitPattern: Int64(number)))
  }

  /// Adds a flag.
  mutating func add(_ field: Int, _ flag: Bool) { add(field, flag ? 1 : 0) }

  /// Adds a text, also an empty one: it may have a place in a list.
  mutating func add(_ field: Int, _ text: String) { add(field, Array(text.utf8)) }

  /// Adds a message of its own.
  mutating func add(_ field: Int, _ message: Protobuf) { add(field, message.bytes) }

  /// Adds a list of numbers in one piece.
  mutating func add(_ field: Int, packed numbers: [Int]) {
    var packed = Protobuf()
    for number in numbers { packed.add(varint: UInt64(bitPattern: Int64(number))) }
    add(field, packed)
  }

  private mutating func add(_ field: Int, _ content: [UInt8]) {
    add(tag: field, kind: 2)
    add(varint: UInt64(content.count))
    bytes += content
  }

  private mutating func add(tag field: Int, kind: Int) {
    add(varint: UInt64(field << 3 | kind))
  }

  /// Seven bits a byte, the lowest first; all but the last byte have the highest bit set.
  private mutating func add(varint number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Packs bytes.
enum Gzip {
  /// The bytes as a gzip file.
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 16 more than the largest window asks for gzip's head and tail.
    let status = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory to begin with; its status is \(status).")
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let end = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    precondition(end == Z_STREAM_END, "A bound of zlib's own was too small.")
    return Array(output.prefix(Int(stream.total_out)))
  }
}
