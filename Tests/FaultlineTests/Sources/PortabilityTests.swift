// Other systems than Linux: nothing is built there, so the sources are read for what would stop a build.

import Foundation
import Testing

struct `The sources` {
  private static let libraries = ["Glibc", "Musl", "Darwin"]

  @Test func `import the system's library through one target`() throws {
    let files = try SourceFile.all("swift")
    let naming = files.filter { file in
      Self.libraries.contains { file.text.contains("import \($0)") }
    }
    #expect(naming.map(\.path) == ["FaultlineSystem/System.swift"])
    // A name of the library stands alone, or a method hides it and it has a function of its own.
    let qualifying = files.filter { file in
      Self.libraries.contains { file.text.contains("\($0).") }
    }
    #expect(qualifying.map(\.path) == [])
  }

  /// What other systems do not have, or have by another name.
  private static let names = [
    "/proc/", "/etc/os-release", "__sigaction_handler", "st_mtim", "UInt(pthread_self())",
    "prctl", "malloc_info", "mallinfo", "__rlimit_resource_t", "pipe2", "epoll", "memfd_create",
    "gettid", "program_invocation_name", "dl_iterate_phdr", "MAP_POPULATE", "O_TMPFILE", "O_PATH",
  ]

  @Test func `name what only Linux has in one file of each target`() throws {
    var places: [String: Set<String>] = [:]
    for file in try SourceFile.all("swift", "c", "h") {
      let isLinux = Self.names.contains { file.text.contains($0) }
      if isLinux { places[file.target, default: []].insert(file.path) }
    }
    #expect(places.count > 3)
    for (target, files) in places {
      #expect(files.count == 1, "\(target): \(files.sorted().joined(separator: ", "))")
    }
  }
}
