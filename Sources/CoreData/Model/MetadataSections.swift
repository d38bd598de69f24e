// The types of all images of the process, as the Swift runtime lists them.

import Foundation

@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateAllMetadataSections(
  _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool,
  _ argument: UnsafeMutableRawPointer)

/// What each image's metadata sections say of its types.
///
/// Objective-C's runtime finds classes by name; on Linux the records that the compiler leaves for dynamic casts do.
enum MetadataSections {
  private final class Search {
    let names: Set<String>
    var found: [String: [NSManagedObject.Type]] = [:]

    init(_ names: Set<String>) { self.names = names }
  }

  /// The subclasses of `NSManagedObject` that have one of the names, nested ones included.
  static func classes(named names: Set<String>) -> [String: [NSManagedObject.Type]] {
    let search = Search(names)
    withExtendedLifetime(search) {
      enumerateAllMetadataSections(
        { sections, argument in
          let search = Unmanaged<Search>.fromOpaque(argument).takeUnretainedValue()
          MetadataSections.read(sections, into: search)
          return true
        }, Unmanaged.passUnretained(search).toOpaque())
    }
    return search.found
  }

  /// The words of an image's record before the list of its types: a version, three addresses and two lists.
  private static let typesOffset = 8 * MemoryLayout<UInt>.size

  private static func read(_ sections: UnsafeRawPointer, into search: Search) {
    let start = sections.load(fromByteOffset: typesOffset, as: UInt.self)
    let length = sections.load(fromByteOffset: typesOffset + MemoryLayout<UInt>.size, as: UInt.self)
    guard let records = UnsafeRawPointer(bitPattern: start) else { return }
    for offset in stride(from: 0, to: Int(length), by: 4) {
      guard let descriptor = Descriptor(record: records + offset), descriptor.isPlainClass,
        search.names.contains(descriptor.name),
        let type = descriptor.type as? NSManagedObject.Type
      else { continue }
      search.found[descriptor.name, default: []].append(type)
    }
  }

  /// The context descriptor of a nominal type.
  private struct Descriptor {
    let address: UnsafeRawPointer

    /// Follows a record: a relative address whose two low bits say whether it leads there directly.
    init?(record: UnsafeRawPointer) {
      let relative = record.load(as: Int32.self)
      let target = record + Int(relative & ~3)
      switch relative & 3 {
      case 0: address = target
      case 1:
        guard let pointer = target.load(as: UnsafeRawPointer?.self) else { return nil }
        address = pointer
      default: return nil
      }
    }

    /// A Boolean value that indicates whether the type is a class without generic parameters.
    var isPlainClass: Bool {
      let flags = address.load(as: UInt32.self)
      return flags & 0x1F == 16 && flags & 0x80 == 0
    }

    var name: String {
      let field = address + 8
      let text = field + Int(field.load(as: Int32.self))
      return String(cString: text.assumingMemoryBound(to: CChar.self))
    }

    /// The type, by the function that the descriptor has for it.
    var type: Any.Type {
      typealias Accessor = @convention(c) (UInt) -> UnsafeRawPointer
      let field = address + 12
      let accessor = unsafeBitCast(field + Int(field.load(as: Int32.self)), to: Accessor.self)
      return unsafeBitCast(accessor(0), to: Any.Type.self)
    }
  }
}
