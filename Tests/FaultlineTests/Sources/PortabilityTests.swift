// Other systems than Linux: nothing is built there, so the sources are read for what would stop a build.

import Foundation
import Testing

struct `The sources` {
  private static let libraries = ["Glibc", "Musl", "Darwin"]

  @Test func `import the system's library by the name that it has on each system`() throws {
    let block = """
      #if canImport(Glibc)
        import Glibc
      #elseif canImport(Musl)
        import Musl
      #elseif canImport(Darwin)
        import Darwin
      #endif
      """
    let files = try SourceFile.all("swift")
    #expect(files.contains { $0.text.contains(block) })
    for file in files {
      let text = file.text.replacing("internal import", with: "import").replacing(block, with: "")
      for library in Self.libraries {
        #expect(!text.contains("import \(library)"), "\(file.path)")
        // A name of the library stands alone, or a method hides it and it has a function of its own.
        #expect(!text.contains("\(library)."), "\(file.path)")
      }
    }
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
