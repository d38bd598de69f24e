// Reading and writing by descriptor, under names that no method of ours has.

import FaultlineSystem

/// Reads what there is, up to a count of bytes.
package func readSome(_ file: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, room, count)
}

/// Writes as much as the file takes now.
package func writeSome(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
