// Data that a store keeps in files of their own: where rows have only the names, an object reads a file when it is asked.

import Foundation

/// What objects have read from files, in all contexts: so few do that none has room of its own for it.
///
/// Unchecked: an object may be released on any thread, so every read and every change holds the lock.
final class FileValues: @unchecked Sendable {
  static let shared = FileValues()

  private let lock = NSLock()
  /// By the object's context and serial, then by the name of the file.
  private var known: [UInt64: [Data: Data]] = [:]

  subscript(owner: UInt64, name: Data) -> Data? {
    get { lock.withLock { known[owner]?[name] } }
    set { lock.withLock { known[owner, default: [:]][name] = newValue } }
  }

  /// Lets go of what an object has read from files that are none of its own any more.
  func forget(_ owner: UInt64, except names: Set<Data>) {
    lock.withLock { known[owner] = known[owner]?.filter { names.contains($0.key) } }
  }

  /// Shows what an object has read.
  func showBlocks(of owner: UInt64, to visitor: BlockVisitor) {
    for data in lock.withLock({ known[owner] ?? [:] }).values {
      data.withUnsafeBytes { bytes in
        _ = visitor.show(at: Address(bits: UInt(bitPattern: bytes.baseAddress)), .values)
      }
    }
  }

  /// Lets go of what an object has read.
  func forget(_ owner: UInt64) { _ = lock.withLock { known.removeValue(forKey: owner) } }
}

extension ManagedObject {
  /// Data of which the row has the name: read the first time, and kept until the object goes or, unless its context has
  /// faults keep it, turns into a fault.
  final func dataInFile(_ name: UnsafeRawBufferPointer) throws(GraphError) -> Data {
    let key = Data(name)
    if let known = FileValues.shared[numberInProcess, key] { return known }
    guard let coordinator = managedObjectContext?.persistentStoreCoordinator else {
      throw noContext()
    }
    let data = try coordinator.openSeat(of: identityTable.space).store.dataInFile(name)
    if flags.contains(.hasReadFiles) {
      FileValues.shared.forget(numberInProcess, except: namesOfFiles)
    }
    FileValues.shared[numberInProcess, key] = data
    flags.insert(.hasReadFiles)
    return data
  }

  /// The names of the files in which its values lie.
  private final var namesOfFiles: Set<Data> {
    guard let slots else { return [] }
    let named = identityTable.layout.outlineSlots.filter { slot in
      !Slots.isEmpty(slots, slot) && slots[slot] & Slots.isInFile != 0
    }
    return Set(named.map { Data(bytes(at: $0)) })
  }

  /// The bytes of a text or data slot in a cell of their own, those in a file read for it.
  final func wholeCell(at slot: Int) -> Cell {
    guard let slots, slots[slot] & Slots.isInFile != 0 else { return Cell.make(bytes(at: slot)) }
    do throws(GraphError) {
      return try dataInFile(bytes(at: slot)).withUnsafeBytes { Cell.make($0) }
    } catch {
      misuse(error)
    }
  }

  /// A copy of the overlay over no row, with the data that lies in files.
  final func detachedValues() -> Overlay? {
    guard let overlay else { return nil }
    let copy = overlay.detached()
    takeInFiles(of: overlay, into: copy)
    return copy
  }

  /// Brings data that lies in files into the overlay, before all of it is written or the files go.
  final func takeInFiles(silently silent: Bool = false) {
    if let overlay { takeInFiles(of: overlay, into: overlay, silently: silent) }
  }

  private func takeInFiles(of overlay: Overlay, into copy: Overlay, silently silent: Bool = false) {
    guard identityTable.plan.pointee.hasFiles else { return }
    do throws(GraphError) {
      for slot in identityTable.layout.outlineSlots where overlay.isInFile(slot) {
        store(.data(try dataInFile(overlay.bytes(slot))), slot, in: copy, silently: silent)
      }
    } catch {
      misuse(error)
    }
  }
}
